/** A browser's own way to install this page as an app. Chromium only. */
export interface InstallOffer extends Event {
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

export function setOffer(offer?: InstallOffer): void {
  held = offer
  for (const listener of listeners) listener()
}

export function subscribeToOffers(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
