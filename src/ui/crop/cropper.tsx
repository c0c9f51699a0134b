import { useEffect, useEffectEvent, useRef } from 'react'
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { texts } from '../../../contract/texts.ts'
import { CropCanvas } from './crop-canvas.tsx'
import { cropPart, moveCrop, ZOOM_MAX, zoomCrop } from './crop.ts'
import type { Crop } from './crop.ts'
import styles from './cropper.module.css'

/** Sharp enough for a phone's dense screen. */
const DRAWN_PX = 960

interface Point {
  x: number
  y: number
}

const KEY_STEP = 0.04
const KEY_ZOOM = 1.1
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Takes a function, as several fingers may move between two renders: each change applies to the result of the one before. */
type ChangeCrop = (change: (crop: Crop) => Crop) => void

interface CropperProps {
  image: ImageBitmap
  /** Width by height of the frame. */
  ratio: number
  crop: Crop
  onChange: ChangeCrop
}

/** A frame in which an image is moved and enlarged: by dragging, pinching, wheel, slider or keys. */
export function Cropper({ image, ratio, crop, onChange }: CropperProps) {
  const { frame, handlers } = useCropGestures({ image, ratio }, onChange)
  const style = { '--ratio': ratio } as CSSProperties
  return (
    <div className="stack">
      <div
        ref={frame}
        className={ratio === 1 ? `${styles.frame} ${styles.round}` : styles.frame}
        style={style}
        role="application"
        aria-label={texts.edit.position}
        tabIndex={0}
        {...handlers}
      >
        <CropCanvas image={image} part={cropPart(image, ratio, crop)} width={DRAWN_PX} />
      </div>
      <label className={`${styles.zoom} small`}>
        {texts.edit.zoom}
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={crop.zoom}
          onChange={({ target }) => {
            const zoom = Number(target.value)
            onChange((before) => zoomCrop(image, ratio, before, zoom))
          }}
        />
      </label>
      <p className="quiet small">{texts.edit.positionHint}</p>
    </div>
  )
}

/** Moves and zooms a crop by fingers, mouse, wheel and keys; the ref and the handlers belong to the frame. */
function useCropGestures(
  { image, ratio }: Omit<CropperProps, 'crop' | 'onChange'>,
  change: ChangeCrop,
) {
  const frame = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Point>())
  const zoomBy = (factor: number) =>
    change((crop) => zoomCrop(image, ratio, crop, crop.zoom * factor))
  useWheel(frame, (deltaY) => zoomBy(Math.exp(-deltaY / 400)))

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = fingers.current.get(event.pointerId)
    if (!from) return
    const to = { x: event.clientX, y: event.clientY }
    const still = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, to)
    // Each of two fingers moves the image half as far; their distance zooms.
    const share = (still ? 0.5 : 1) / event.currentTarget.getBoundingClientRect().width
    const spread = still ? distance(to, still) / Math.max(1, distance(from, still)) : 1
    change((crop) => {
      const pixels = cropPart(image, ratio, crop).width * share
      const by = { x: (from.x - to.x) * pixels, y: (from.y - to.y) * pixels }
      const moved = moveCrop(image, ratio, crop, by)
      return zoomCrop(image, ratio, moved, moved.zoom * spread)
    })
  }
  const onPointerUp = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    if (arrow) {
      change((crop) => {
        const step = cropPart(image, ratio, crop).width * KEY_STEP
        return moveCrop(image, ratio, crop, { x: arrow.x * step, y: arrow.y * step })
      })
    } else if (event.key === '+' || event.key === '=') zoomBy(KEY_ZOOM)
    else if (event.key === '-') zoomBy(1 / KEY_ZOOM)
    else return
    event.preventDefault()
  }
  const onPointerCancel = onPointerUp
  return {
    frame,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onKeyDown },
  }
}

/** React's wheel listeners are passive, so they cannot keep the page from scrolling. */
function useWheel(ref: { current: HTMLElement | null }, turn: (deltaY: number) => void) {
  const turnNow = useEffectEvent(turn)
  useEffect(() => {
    const element = ref.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      turnNow(event.deltaY)
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [ref])
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
