import { HEART_ANIMATION_MS } from '../../contract/limits.ts'
import styles from './heart-burst.module.css'

const DURATION = { animationDuration: `${HEART_ANIMATION_MS}ms` }

/** A heart that appears over a photo each time `beat` rises; not at 0. */
export function HeartBurst({ beat }: { beat: number }) {
  if (beat === 0) return null
  return (
    <svg key={beat} className={styles.root} viewBox="0 0 24 24" style={DURATION} aria-hidden>
      <path d="M12 20.5l-1.4-1.27C5.4 14.5 2 11.4 2 7.6 2 4.5 4.4 2.2 7.4 2.2c1.75 0 3.43.8 4.6 2.1 1.17-1.3 2.85-2.1 4.6-2.1 3 0 5.4 2.3 5.4 5.4 0 3.8-3.4 6.9-8.6 11.63z" />
    </svg>
  )
}
