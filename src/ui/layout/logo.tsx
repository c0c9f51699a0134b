import styles from './logo.module.css'

/** The logo: a ring of light and an ember beside it; with `name`, also the name. */
export function Logo({ name, size = 32 }: { name?: string; size?: number }) {
  return (
    <span className={styles.root}>
      <svg viewBox="9 9 46 46" width={size} height={size} aria-hidden fill="none">
        <path d="M49.95 27.52A18.5 18.5 0 1136.48 14.05" stroke="currentColor" strokeWidth="5.75" />
        <circle cx="45.1" cy="18.9" r="6.5" fill="var(--accent)" />
      </svg>
      {name}
    </span>
  )
}
