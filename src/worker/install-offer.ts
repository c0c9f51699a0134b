type Platform = 'ios' | 'android' | 'desktop'

/** The browser's own way to install this page as an app. Chromium only. */
interface InstallOffer extends Event {
  /** Asks the person; works once. */
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let held: InstallOffer | undefined
const listeners = new Set<() => void>()

/** Holds back the browser's own install prompts. Called once and early: the browser does not wait for the app. */
export function deferInstallOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallOffer)
  })
  addEventListener('appinstalled', () => setOffer())
}

/** The held prompt for the app that this page names, if any. */
export function deferredOffer(): InstallOffer | undefined {
  return held
}

export function subscribeToOffers(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows the held prompt; false where the person said no, or there is none. Each can be shown once. */
export async function makeOffer(): Promise<boolean> {
  const offer = held
  setOffer()
  if (!offer) return false
  const { outcome } = await offer.prompt()
  return outcome === 'accepted'
}

function setOffer(offer?: InstallOffer): void {
  held = offer
  for (const listener of listeners) listener()
}

export function platform(): Platform {
  const { userAgent, maxTouchPoints } = navigator
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  // An iPad calls itself a Mac.
  if (userAgent.includes('Macintosh') && maxTouchPoints > 1) return 'ios'
  return userAgent.includes('Android') ? 'android' : 'desktop'
}

/** Whether this device has no home screen to speak of. */
export function isComputer(): boolean {
  return platform() === 'desktop'
}

/** Whether this page runs as an installed app. */
export function isInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean }
  return standalone === true || matchMedia('(display-mode: standalone)').matches
}
