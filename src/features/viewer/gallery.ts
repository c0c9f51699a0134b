import PhotoSwipe from 'photoswipe'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { listenToFingers } from './gallery-gestures.ts'
import type { Gestures } from './gallery-gestures.ts'
import { keepPlace } from './keep-place.ts'
import { slideOf } from './slides.ts'
import type { Slide } from './slides.ts'

const IN_MS = 240
const OUT_MS = 180
/** Pictures so many places away may be kept for their index. */
const KEPT = 4

/** A slide that React is to fill. */
export interface OwnSlide {
  post_id: number
  element: HTMLElement
}

interface GalleryOptions extends Gestures {
  posts: readonly Post[]
  /** The post it begins with. */
  post_id: number
  /** It fills this element, and changes its size with it. */
  stage: HTMLElement
  /** The picture on the page that a post's grows out of, and goes back to. */
  pictureOf: (post_id: number) => HTMLElement | null
  onShow: (post_id: number) => void
  onOwnSlides: (slides: OwnSlide[]) => void
  onClosing: () => void
  onClosed: () => void
}

export type Gallery = ReturnType<typeof openGallery>

/** Opens photos full screen, one beside the other: to be swiped, zoomed and pulled down. */
export function openGallery({ posts, post_id, stage, ...options }: GalleryOptions) {
  const { pictureOf, onShow, onOwnSlides, onClosing, onClosed, ...gestures } = options
  let shown = posts
  /** Posts whose large picture could not be loaded. */
  const lost = new Set<number>()
  const dataAt = (index: number): Slide | undefined => {
    const post = shown[index]
    return post && slideOf(post, lost.has(post.id))
  }

  const pswp = new PhotoSwipe({
    index: Math.max(
      0,
      posts.findIndex(({ id }) => id === post_id),
    ),
    appendToEl: stage,
    getViewportSizeFn: () => ({ x: stage.clientWidth, y: stage.clientHeight }),
    loop: false,
    bgOpacity: 1,
    showAnimationDuration: IN_MS,
    hideAnimationDuration: OUT_MS,
    zoomAnimationDuration: IN_MS,
    wheelToZoom: true,
    errorMsg: texts.viewer.cannotShow,
    // The dialog around it has the focus, and closes.
    trapFocus: false,
    returnFocus: false,
    escKey: false,
  })
  // It would draw its buttons by `innerHTML`, which the policy forbids: ours stand beside it.
  pswp.on('uiRegister', () => void (pswp.ui && (pswp.ui.uiElementsData = [])))
  pswp.addFilter('numItems', () => shown.length)
  pswp.addFilter('itemData', (_none, index) => dataAt(index) ?? {})
  pswp.on('thumbBounds', (event) => {
    const thumbBounds = boundsOf(pictureOf(Number(event.itemData['post_id'])))
    if (thumbBounds) Object.assign(event, { thumbBounds })
  })
  pswp.addFilter('placeholderSrc', (_none, { data }) => data.msrc ?? false)
  pswp.on('contentLoad', (event) => {
    if (event.content.data.type !== 'own') return
    event.preventDefault()
    event.content.element ??= document.createElement('div')
  })
  pswp.on('loadError', ({ slide }) => {
    const { data, index } = slide
    if (data.src === data.msrc) return
    lost.add(Number(data['post_id']))
    pswp.refreshSlideContent(index)
  })
  const tellOwnSlides = () => {
    const { itemHolders } = pswp.mainScroll
    // What lies outside the window has no focus. The one between two others is in view.
    for (const [at, { el }] of itemHolders.entries()) el.inert = at !== 1
    onOwnSlides(itemHolders.flatMap(ownSlide))
  }
  pswp.on('afterSetContent', tellOwnSlides)
  pswp.on('change', () => {
    const post = shown[pswp.currIndex]
    if (post) onShow(post.id)
    tellOwnSlides()
  })
  pswp.on('bindEvents', renewSlides)
  pswp.on('close', onClosing)
  pswp.on('destroy', onClosed)
  listenToFingers(pswp, gestures)
  const tryAgain = () => {
    lost.clear()
    for (const { slide } of pswp.mainScroll.itemHolders) {
      if (slide?.content.isError()) pswp.refreshSlideContent(slide.index)
    }
    renewSlides()
  }
  window.addEventListener('online', tryAgain)
  const observer = new ResizeObserver(() => pswp.updateSize())
  pswp.init()
  // What stands around it says as much, in words of the app.
  pswp.element?.removeAttribute('role')
  observer.observe(stage)

  /** Fills the slides anew whose place has another post now. */
  function renewSlides(): void {
    if (!pswp.opener.isOpen) return
    for (const [at, holder] of pswp.mainScroll.itemHolders.entries()) {
      const index = pswp.currIndex + at - 1
      const data = dataAt(index)
      if (holder.slide?.data['look'] === data?.look) continue
      pswp.contentLoader.removeByIndex(index)
      if (data) pswp.setContent(holder, index, true)
      else {
        holder.slide?.destroy()
        delete holder.slide
      }
    }
  }

  /** Gives all slides other indices, so that what is in view stays while posts come and go in front of it. */
  function moveIndices(by: number): void {
    const slides = pswp.mainScroll.itemHolders.flatMap(({ slide }) => slide ?? [])
    for (let at = -KEPT; at <= KEPT; at += 1) pswp.contentLoader.removeByIndex(pswp.currIndex + at)
    for (const slide of slides) {
      slide.index += by
      slide.content.index += by
      pswp.contentLoader.addToCache(slide.content)
    }
    pswp.currIndex += by
    pswp.potentialIndex += by
  }

  return {
    /** Takes in the list as it is now. The post in view stays; where it has gone, the next one takes its place. */
    update(now: readonly Post[]): void {
      if (now === shown) return
      const from = pswp.potentialIndex
      const to = keepPlace(shown, from, now)
      const before = shown[from]?.id
      shown = now
      if (to < 0) return
      if (to !== from) moveIndices(to - from)
      renewSlides()
      const post = now[to]
      if (post && post.id !== before) onShow(post.id)
    },
    step: (by: 1 | -1) => (by > 0 ? pswp.next() : pswp.prev()),
    /** Shrinks back into the page; while it still grows out of it, it is gone at once. */
    close(): void {
      if (pswp.opener.isOpen) return pswp.close()
      if (pswp.isDestroying) return
      end()
      onClosed()
    },
    /** Is gone at once. */
    end,
  }

  function end(): void {
    window.removeEventListener('online', tryAgain)
    observer.disconnect()
    pswp.off('destroy', onClosed)
    pswp.animations.stopAll()
    pswp.isDestroying = true
    pswp.destroy()
  }
}

/** Where a picture is in the window; undefined where it is not. */
function boundsOf(picture: HTMLElement | null) {
  const box = picture?.getBoundingClientRect()
  if (!box || box.bottom < 0 || box.top > innerHeight) return undefined
  return { x: box.left, y: box.top, w: box.width }
}

function ownSlide({ slide }: PhotoSwipe['mainScroll']['itemHolders'][number]): OwnSlide[] {
  const { element, data } = slide?.content ?? {}
  if (!element || data?.type !== 'own') return []
  return [{ post_id: Number(data['post_id']), element }]
}
