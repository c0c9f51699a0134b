/** Fields in which somebody may have begun to write. */
const TEXT_FIELDS = 'textarea:read-write, input:read-write:not([type=date], [type=search])'
const SHOW_PATH = /\/slideshow(\/|$)/

let isPicking = false

/** Notices when photos are being picked: until then the page itself knows nothing of them. Gives what ends that. */
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

/** Whether loading this page anew would take something from someone that only the page has: words, photos being picked, a show. */
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
