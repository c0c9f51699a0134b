import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Menu as Burger } from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useOnDemand } from './use-on-demand.ts'

/** Loaded when it is asked for, from the worker's cache. */
const loadMenu = async () => (await import('./app-menu.tsx')).AppMenu

/** The burger of the pages that one comes to first: home, My Ormas and an Orma. */
export function MenuButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [AppMenu, ask] = useOnDemand(loadMenu)
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
      {/* Out of the header, whose colours over a banner are its own. */}
      {AppMenu &&
        createPortal(<AppMenu open={isOpen} onClose={() => setIsOpen(false)} />, document.body)}
    </>
  )
}
