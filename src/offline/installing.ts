import { heldOffer, setOffer } from './install-offer.ts'

export type Platform = 'ios' | 'android' | 'desktop'

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

/** Makes the browser's offer; false where the person said no, or where there is none. It can be made once. */
export async function makeOffer(): Promise<boolean> {
  const offer = heldOffer()
  setOffer()
  if (!offer) return false
  const { outcome } = await offer.prompt()
  return outcome === 'accepted'
}
