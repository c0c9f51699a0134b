/** Fields in which somebody may be writing. */
const TEXT_FIELDS = 'textarea:read-write, input:read-write:not([type=date], [type=search])'
const SHOW_PATH = /\/slideshow(\/|$)/

let isPicking = false
const holds: (() => boolean)[] = []

/** Has the page not be loaded anew by itself while this holds: photos are in it alone. */
export function holdPage(whileTrue: () => boolean): void {
  holds.push(whileTrue)
}

/** Whether photos are in this page alone. */
export function isHeld(): boolean {
  return holds.some((holdsNow) => holdsNow())
}

/**
 * Notices when photos are being picked, which the page does not know until the picker closes. Returns the function that ends it.
 */
export function watchPicking(): () => void {
  const watch = new AbortController()
  const options = { capture: true, signal: watch.signal }
  const set = (value: boolean) => (event: Event) => {
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') isPicking = value
  }
  document.addEventListener('click', set(true), options)
  document.addEventListener('change', set(false), options)
  document.addEventListener('cancel', set(false), options)
  return () => watch.abort()
}

/** Whether a reload would lose something that only the page has: photos, text, a running film or slideshow. */
export function isInUse(): boolean {
  return isPicking || isHeld() || isWriting() || isShowing()
}

function isWriting(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)
  return [...fields].some(({ value }) => value.trim() !== '')
}

function isShowing(): boolean {
  if (document.fullscreenElement || SHOW_PATH.test(location.pathname)) return true
  return [...document.querySelectorAll('video, audio')].some(
    (media) => !(media as HTMLMediaElement).paused,
  )
}
