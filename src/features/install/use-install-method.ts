import { useSyncExternalStore } from 'react'
import {
  deferredOffer,
  isInstalled,
  platform,
  subscribeToOffers,
} from '../../worker/install-offer.ts'

/** How this app can be installed here; undefined where it is installed, or where the browser has no way to do it. */
export function useInstallMethod(): 'offer' | 'steps' | undefined {
  const hasOffer = useSyncExternalStore(subscribeToOffers, () => deferredOffer() !== undefined)
  if (isInstalled()) return undefined
  if (hasOffer) return 'offer'
  return platform() === 'ios' ? 'steps' : undefined
}
