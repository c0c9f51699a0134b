import './logo.css'

/** The mark: an ember over a ring of light, two frames becoming one O. With a name, the word beside it. */
export function Logo({ name, size = 32 }: { name?: string; size?: number }) {
  return (
    <span className="lg">
      <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden fill="none">
        <circle cx="32" cy="34" r="22" stroke="currentColor" strokeWidth="6" />
        <circle cx="46" cy="18" r="9" fill="var(--accent)" stroke="var(--paper)" strokeWidth="4" />
      </svg>
      {name}
    </span>
  )
}
