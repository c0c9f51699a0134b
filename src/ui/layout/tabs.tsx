import { Link } from '@tanstack/react-router'
import styles from './tabs.module.css'

interface TabsProps {
  /** The row's name for screen readers. */
  label: string
  /** By the URL's hash. */
  tabs: readonly { id: string; text: string }[]
  /** Of one of them. */
  current: string
}

/** Otherwise the router takes every tab for the current one. */
const BY_HASH = { includeHash: true }

/** An underlined row of links that sticks below the header. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav className={styles.root} aria-label={label}>
      <ul>
        {tabs.map(({ id, text }) => (
          <li key={id}>
            <Link
              to="."
              hash={id}
              resetScroll={false}
              activeOptions={BY_HASH}
              className={styles.link}
              aria-current={id === current ? 'page' : undefined}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
