import { isSlowOrMetered, savesData } from '../api/connection.ts'

/** A pointer that only passes over a video rests on it for less. */
const REST_MS = 250
/** In view for so long, a video is looked at. */
const LOOK_MS = 1_000
/** The part of a poster that is in view then. */
const LOOKED_AT = 0.8

/** A line on which a video stands for so long has better things to do. */
const STALL_MS = 2_000

/** The marks on the posters of all videos in the page, with the addresses of the videos. */
const tiles = new Map<Element, string>()
const inView = new Set<Element>()
/** Those that could not be played. */
const failed = new WeakSet<Element>()
let pointed: Element | undefined
/** At most one plays at a time. */
let playing: { mark: Element; video: HTMLVideoElement } | undefined
/** Seen by a video that stood: from then on only what is pointed at plays. */
let isLineSlow = false
let planned: { mark: Element; timer: ReturnType<typeof setTimeout> } | undefined

const calm = matchMedia('(prefers-reduced-motion: reduce)')
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, intersectionRatio } of entries) {
      const mark = [...tiles.keys()].find(({ parentElement }) => parentElement === target)
      if (mark && intersectionRatio >= LOOKED_AT) inView.add(mark)
      else if (mark) inView.delete(mark)
    }
    plan()
  },
  { threshold: LOOKED_AT },
)
calm.addEventListener('change', plan)
document.addEventListener('visibilitychange', plan)

/** Plays a video over the poster that its mark lies on, while that is pointed at or looked at. Returns the function that ends it. */
export function watchTile(mark: HTMLElement, src: string): () => void {
  const { parentElement: poster } = mark
  // With what lies on the poster, as a name.
  const target = poster?.parentElement
  if (!poster || !target) return () => undefined
  tiles.set(mark, src)
  observer.observe(poster)
  const enter = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return
    pointed = mark
    plan()
  }
  const leave = () => {
    if (pointed !== mark) return
    pointed = undefined
    stop()
    plan()
  }
  // It may have come before this script.
  if (target.matches(':hover') && matchMedia('(hover: hover)').matches) pointed = mark
  target.addEventListener('pointerenter', enter)
  target.addEventListener('pointerleave', leave)
  return () => {
    target.removeEventListener('pointerenter', enter)
    target.removeEventListener('pointerleave', leave)
    observer.unobserve(poster)
    tiles.delete(mark)
    inView.delete(mark)
    if (pointed === mark) pointed = undefined
    plan()
  }
}

/** Ends what is not wanted any more, and begins what is once it was wanted for long enough. */
function plan(): void {
  const mark = choose()
  if (playing && playing.mark !== mark) stop()
  if (planned?.mark === mark) return
  clearTimeout(planned?.timer)
  planned = undefined
  if (!mark || playing) return
  const begin = () => {
    planned = undefined
    play(mark)
  }
  planned = { mark, timer: setTimeout(begin, mark === pointed ? REST_MS : LOOK_MS) }
}

/** The video that is pointed at; else one that plays as long as it is in view, or the one nearest to the middle of the window. */
function choose(): Element | undefined {
  if (calm.matches || document.hidden || savesData()) return undefined
  if (pointed) return failed.has(pointed) ? undefined : pointed
  if (isLineSlow || isSlowOrMetered()) return undefined
  if (playing && inView.has(playing.mark)) return playing.mark
  const offCentre = (mark: Element) => {
    const { top, bottom } = mark.parentElement?.getBoundingClientRect() ?? new DOMRect()
    return Math.abs(top + bottom - innerHeight)
  }
  const playable = [...inView].filter((mark) => !failed.has(mark))
  return playable.toSorted((one, other) => offCentre(one) - offCentre(other))[0]
}

function play(mark: Element): void {
  const video = document.createElement('video')
  Object.assign(video, {
    muted: true,
    loop: true,
    playsInline: true,
    disablePictureInPicture: true,
  })
  video.ariaHidden = 'true'
  const giveUp = () => {
    if (playing?.video !== video) return
    failed.add(mark)
    plan()
  }
  const leaveAlone = () => {
    if (playing?.video !== video || mark === pointed) return
    isLineSlow = true
    plan()
  }
  let stall = setTimeout(leaveAlone, STALL_MS)
  video.addEventListener('waiting', () => {
    clearTimeout(stall)
    stall = setTimeout(leaveAlone, STALL_MS)
  })
  video.addEventListener('playing', () => {
    clearTimeout(stall)
    video.dataset['shown'] = ''
  })
  video.addEventListener('error', giveUp)
  video.src = tiles.get(mark) ?? ''
  mark.before(video)
  playing = { mark, video }
  video.play().catch(giveUp)
}

function stop(): void {
  const video = playing?.video
  playing = undefined
  if (!video) return
  video.remove()
  // A video that is only removed goes on loading.
  video.removeAttribute('src')
  video.load()
}
