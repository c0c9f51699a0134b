/** Fields in which somebody may be writing. */
const TEXT_FIELDS = 'textarea:read-write, input:read-write:not([type=date], [type=search])'
const SHOW_PATH = /\/slideshow(\/|$)/
/** Notes in the tab how often it was loaded anew for something. */
const RELOADS = 'reloads:'

const blockers: (() => boolean)[] = []

/** Has the page not be loaded anew by itself while this holds: photos are in it alone, or are being picked. */
export function blockReload(whileTrue: () => boolean): void {
  blockers.push(whileTrue)
}

/** Whether photos would be lost. */
export function isReloadBlocked(): boolean {
  return blockers.some((holdsNow) => holdsNow())
}

/** Whether a reload would lose something that only the page has: photos, text, a running film or slideshow. */
export function isInUse(): boolean {
  return isEditing() || isShowing()
}

/** Whether photos or text would be lost. */
export function isEditing(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)
  const isWriting = [...fields].some(({ value }) => value.trim() !== '')
  return isReloadBlocked() || isWriting
}

function isShowing(): boolean {
  if (document.fullscreenElement || SHOW_PATH.test(location.pathname)) return true
  // Those that nobody has asked for play hidden from screen readers.
  return [...document.querySelectorAll('video:not([aria-hidden]), audio')].some(
    (media) => !(media as HTMLMediaElement).paused,
  )
}

/** Notes a reload for this cause in the tab. False: so many were, or none can be noted, and it would go on without end. */
export function mayReload(cause: string, most = 1): boolean {
  const times = reloadsFor(cause) + 1
  try {
    sessionStorage.setItem(RELOADS + cause, String(times))
    return times <= most
  } catch {
    return false
  }
}

export function reloadsFor(cause: string): number {
  try {
    return Number(sessionStorage.getItem(RELOADS + cause))
  } catch {
    return Infinity
  }
}

export function forgetReloads(cause: string): void {
  try {
    sessionStorage.removeItem(RELOADS + cause)
  } catch {
    // Then none were noted.
  }
}
