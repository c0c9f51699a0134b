export type Platform = 'ios' | 'android' | 'desktop'

/** A browser's own way to install this page as an app. Chromium only. */
interface InstallOffer extends Event {
  /** Asks the person; once. */
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let held: InstallOffer | undefined
const listeners = new Set<() => void>()

/** Takes the browser's offers as they come, so that it makes none by itself. Called once, before one can come: the browser does not wait for the app. */
export function holdInstallOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallOffer)
  })
  addEventListener('appinstalled', () => setOffer())
}

/** The offer for the app that this page names, while there is one. */
export function heldOffer(): InstallOffer | undefined {
  return held
}

export function subscribeToOffers(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Makes the browser's offer; false where the person said no, or where there is none. It can be made once. */
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
  // An iPad says it is a Mac.
  if (userAgent.includes('Macintosh') && maxTouchPoints > 1) return 'ios'
  return userAgent.includes('Android') ? 'android' : 'desktop'
}

/** Whether this page runs as an installed app. */
export function isInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean }
  return standalone === true || matchMedia('(display-mode: standalone)').matches
}
