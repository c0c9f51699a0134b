import { X } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { isComputer } from '../../worker/install-offer.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import styles from './install.module.css'

interface InstallOfferProps {
  /** Of the app. */
  name: string
  onAccept: () => void
  onDecline: () => void
}

/** Offers at the page's end, where it covers nothing, to add the app to the home screen. */
export function InstallOffer({ name, onAccept, onDecline }: InstallOfferProps) {
  return (
    <aside className={styles.offer} aria-label={texts.install.title}>
      <span>{texts.install.offer(name, isComputer())}</span>
      <Button onClick={onAccept}>{texts.install.add}</Button>
      <IconButton label={texts.common.close} onClick={onDecline}>
        <X size={18} />
      </IconButton>
    </aside>
  )
}
