/** Fields in which somebody may be writing. */
const TEXT_FIELDS = 'textarea:read-write, input:read-write:not([type=date], [type=search])'
const SHOW_PATH = /\/slideshow(\/|$)/

let isPicking = false

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

/** Whether a reload would lose something that only the page has: text, photos being picked, a running film or slideshow. */
export function isInUse(): boolean {
  return isPicking || isWriting() || isShowing()
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
