import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { Menu as Burger } from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import { IconButton } from '../ui/icon-button.tsx'

/** Loaded when it is asked for, from the worker's cache. */
const AppMenu = lazy(() =>
  import('./app-menu.tsx').then(({ AppMenu: menu }) => ({ default: menu })),
)

/** The burger of the pages that one comes to first: home, My Ormas and an Orma. */
export function MenuButton() {
  /** Absent until it is opened for the first time. */
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      <IconButton
        label={texts.common.menu}
        aria-haspopup="dialog"
        aria-expanded={isOpen ?? false}
        onClick={() => setIsOpen(true)}
      >
        <Burger />
      </IconButton>
      {/* Out of the header, whose colours over a banner are its own. */}
      {isOpen !== undefined &&
        createPortal(
          <Suspense>
            <AppMenu open={isOpen} onClose={() => setIsOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
