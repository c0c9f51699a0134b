import type { ReactNode } from 'react'

/** What a piece gives to the link that a screen renders in its place: `(slot) => <Link to="..." {...slot} />`. */
export interface LinkSlot {
  className: string
  children: ReactNode
  'aria-current'?: 'page'
  'aria-label'?: string
}

/** Renders a link of the router's around the piece's look. */
export type RenderLink = (slot: LinkSlot) => ReactNode
