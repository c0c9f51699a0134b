import type PhotoSwipe from 'photoswipe'
import { createDoubleTap, DOUBLE_TAP_MS } from '../../photos/double-tap.ts'

/** A finger that has drawn a photo so far wants what lies there. */
const PULL_PX = 48
/** The controls of a video, above its lower edge. */
const CONTROLS_PX = 72
const ZOOM_MS = 240
/** What keys make of the photo's size. */
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': 2, '-': 0.5 }
/** Of a pinch on a trackpad, which browsers tell as steps of a wheel with Ctrl: a step of 70 px makes the photo twice as large. */
const PINCH_PX = 70
/** A wheel with Ctrl itself goes much further in a step. */
const PINCH_STEP_PX = 40

export interface Gestures {
  onTap: () => void
  /** On a photo that is not zoomed; one that is zooms out. */
  onDoubleTap: () => void
  /** Gives whether that was wanted: a pull down that was not closes. */
  onPull: (where: 'up' | 'down') => boolean
  /** Whether a pull down is for what stands beside the photo. */
  isPullTaken: () => boolean
  /** The photo is zoomed or drawn away, or is back in its place. */
  onAway: (isAway: boolean) => void
}

/** Tells what fingers, mouse and keys do, besides what the gallery answers by itself. */
export function listenToFingers(pswp: PhotoSwipe, gestures: Gestures): void {
  const { onTap, onPull, isPullTaken, onAway } = gestures
  let isAway = false
  const doubleTap = (point: { x: number; y: number }) => {
    const slide = pswp.currSlide
    if (slide && isZoomed(pswp)) slide.zoomTo(slide.zoomLevels.initial, point, ZOOM_MS)
    else gestures.onDoubleTap()
  }
  pswp.options.tapAction = (_point, { target }) => {
    if (!isControl(target)) onTap()
  }
  pswp.options.doubleTapAction = (point, { target }) => {
    if (!isControl(target)) doubleTap(point)
  }
  const click = createClick(onTap, doubleTap)
  pswp.options.imageClickAction = click
  pswp.options.bgClickAction = click

  pswp.on('pointerDown', (event) => {
    if (isOnControls(event.originalEvent)) event.preventDefault()
  })
  pswp.addFilter('preventPointerEvent', (isPrevented, { target }) =>
    isControl(target) ? false : isPrevented,
  )
  pswp.on('verticalDrag', (event) => {
    if (drawnBy(pswp) < 0 || isPullTaken()) event.preventDefault()
  })
  pswp.on('pointerUp', () => {
    const { dragAxis, isMultitouch } = pswp.gestures
    if (dragAxis !== 'y' || isMultitouch || isZoomed(pswp)) return
    const by = drawnBy(pswp)
    if (by < -PULL_PX) onPull('up')
    else if (by > PULL_PX && isPullTaken()) onPull('down')
  })
  pswp.on('zoomPanUpdate', () => {
    const now = isZoomed(pswp) || pswp.bgOpacity < 1
    if (now === isAway || !pswp.opener.isOpen) return
    isAway = now
    onAway(isAway)
  })
  pswp.on('wheel', (event) => {
    const { ctrlKey, deltaY, clientX: x, clientY: y } = event.originalEvent
    const slide = pswp.currSlide
    if (!ctrlKey || !slide?.isZoomable()) return
    // It zooms by itself too, but so slowly that fingers notice.
    event.preventDefault()
    const by = Math.max(-PINCH_STEP_PX, Math.min(PINCH_STEP_PX, deltaY))
    slide.zoomTo(slide.currZoomLevel * 2 ** (-by / PINCH_PX), { x, y })
  })
  pswp.on('keydown', (event) => {
    const key = event.originalEvent
    const isTaken = isForPhoto(pswp, key) && (zoomByKey(pswp, key) || takeKey(key.key))
    if (isTaken) key.preventDefault()
    if (isTaken || !isForPhoto(pswp, key)) event.preventDefault()
  })

  /** Up and down, where they move no photo. */
  function takeKey(key: string): boolean {
    if (isZoomed(pswp) || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false
    return onPull(key === 'ArrowUp' ? 'up' : 'down')
  }
}

/** With a mouse there is no double tap but two clicks. */
function createClick(onTap: () => void, onDouble: (point: { x: number; y: number }) => void) {
  const isDoubleTap = createDoubleTap()
  let timer: ReturnType<typeof setTimeout> | undefined
  return (point: { x: number; y: number }, { timeStamp }: PointerEvent) => {
    clearTimeout(timer)
    if (isDoubleTap({ ...point, at: timeStamp })) onDouble(point)
    else timer = setTimeout(onTap, DOUBLE_TAP_MS)
  }
}

/** With Ctrl or Cmd they are the browser's. */
function zoomByKey({ currSlide }: PhotoSwipe, { key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const by = ctrlKey || metaKey ? undefined : ZOOM_KEYS[key]
  if (by) currSlide?.zoomTo(currSlide.currZoomLevel * by, undefined, ZOOM_MS)
  return by !== undefined
}

function isZoomed({ currSlide }: PhotoSwipe): boolean {
  return currSlide !== undefined && currSlide.currZoomLevel > currSlide.zoomLevels.fit * 1.01
}

/** By how many pixels the finger has drawn the photo down. */
function drawnBy({ gestures }: PhotoSwipe): number {
  return gestures.p1.y - gestures.startP1.y
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('video, button') !== null
}

function isOnControls({ target, clientY }: PointerEvent): boolean {
  if (!(target instanceof HTMLVideoElement)) return false
  return clientY > target.getBoundingClientRect().bottom - CONTROLS_PX
}

/** Whether a key is pressed for the photo: not in a field, in another dialog, on a video, or in what stands beside it. */
function isForPhoto({ element }: PhotoSwipe, { key, target }: KeyboardEvent): boolean {
  if (key === 'Tab' || !(target instanceof HTMLElement)) return false
  if (target.matches('input, textarea, video')) return false
  const dialog = target.closest('dialog')
  if (dialog && !dialog.contains(element ?? null)) return false
  return (
    key.startsWith('ArrowLeft') || key === 'ArrowRight' || !target.closest('section[data-words]')
  )
}
