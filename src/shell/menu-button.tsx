import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Menu as Burger } from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { useOnDemand } from './use-on-demand.ts'

/** Loaded at the first press; by then it is precached. */
const AppMenu = latePiece(async () => (await import('./app-menu.tsx')).AppMenu)

/** The menu button of the pages that a visit begins with: home, My Ormas and an Orma. */
export function MenuButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [isThere, ask] = useOnDemand(AppMenu)
  const open = async () => {
    if (await ask()) setIsOpen(true)
  }
  return (
    <>
      <IconButton
        label={texts.common.menu}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => void open()}
      >
        <Burger />
      </IconButton>
      {/* Outside the header, which has its own colours over a banner. */}
      {isThere &&
        createPortal(<AppMenu open={isOpen} onClose={() => setIsOpen(false)} />, document.body)}
    </>
  )
}
