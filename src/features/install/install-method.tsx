import { useSyncExternalStore } from 'react'
import { Check, Share, SquarePlus } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import {
  deferredOffer,
  isInstalled,
  platform,
  subscribeToOffers,
} from '../../worker/install-offer.ts'
import styles from './install.module.css'

const ICONS = [Share, SquarePlus, Check]

/** How this app can be installed here; undefined where it is installed, or where the browser has no way to do it. */
export function useInstallMethod(): 'offer' | 'steps' | undefined {
  const hasOffer = useSyncExternalStore(subscribeToOffers, () => deferredOffer() !== undefined)
  if (isInstalled()) return undefined
  if (hasOffer) return 'offer'
  return platform() === 'ios' ? 'steps' : undefined
}

/** How Safari adds a page to the home screen, in three steps. */
export function InstallSteps() {
  return (
    <ol className={styles.root}>
      {texts.install.steps.map((step, at) => {
        const Icon = ICONS[at] ?? Check
        return (
          <li key={step}>
            <Icon aria-hidden />
            {step}
          </li>
        )
      })}
    </ol>
  )
}
