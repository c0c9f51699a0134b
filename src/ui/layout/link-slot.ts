import type { ReactNode } from 'react'

/** The props of a link that a screen renders inside a piece: `(slot) => <Link to="..." {...slot} />`. */
export interface LinkSlot {
  className: string
  children: ReactNode
  'aria-current'?: 'page'
  'aria-label'?: string
}

/** Renders a link of the router in a piece's look. */
export type RenderLink = (slot: LinkSlot) => ReactNode
