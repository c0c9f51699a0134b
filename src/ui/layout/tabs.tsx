import type { ReactNode } from 'react'
import type { LinkSlot } from './link-slot.ts'
import styles from './tabs.module.css'

interface Tab<Id extends string> {
  id: Id
  text: string
}

interface TabsProps<Id extends string> {
  /** The row's name for screen readers. */
  label: string
  tabs: readonly Tab<Id>[]
  current: Id
  /** The link of one tab, by URL hash: `(id, slot) => <Link hash={...} {...slot} />`. */
  link: (id: Id, slot: LinkSlot) => ReactNode
}

/** An underlined row of links that sticks below the header. */
export function Tabs<Id extends string>({ label, tabs, current, link }: TabsProps<Id>) {
  return (
    <nav className={styles.root} aria-label={label}>
      <ul>
        {tabs.map(({ id, text }) => (
          <li key={id}>
            {link(id, {
              className: styles.link,
              children: text,
              'aria-current': id === current ? 'page' : undefined,
            })}
          </li>
        ))}
      </ul>
    </nav>
  )
}
