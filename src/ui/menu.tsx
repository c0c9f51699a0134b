import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { Menu as Burger } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import './menu.css'

/** The class of an item in the menu, a link or a button. */
export const menuItemClass = 'mn-item'

/** The burger and its menu: a drawer with a backdrop on phones, a dropdown on wide screens. Escape or a press closes it. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const ref = useRef<HTMLElement>(null)
  return (
    <>
      <IconButton label={label} popoverTarget={id}>
        <Burger />
      </IconButton>
      <nav
        ref={ref}
        id={id}
        popover="auto"
        className="mn"
        aria-label={label}
        onClick={() => ref.current?.hidePopover()}
      >
        {children}
      </nav>
    </>
  )
}
