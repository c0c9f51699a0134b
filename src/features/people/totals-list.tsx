import type { Totals } from '../../../contract/participants.ts'
import { texts } from '../../../contract/texts.ts'
import styles from './people.module.css'

const { counts, guestsAre, totals: label } = texts.people
const NAMES = ['guests', 'tookPart', 'photos', 'videos', 'likes'] as const

/** How many guests came to an Orma and took part, and what there is. Of videos nothing is said where there are none. */
export function TotalsList({ totals }: { totals: Totals }) {
  const shown = NAMES.filter((name) => name !== 'videos' || totals.videos > 0)
  return (
    <section className={`${styles.totals} ${styles.wide}`} aria-label={label}>
      <ul>
        {shown.map((name) => (
          <li key={name}>
            <b className="display">{totals[name]}</b>{' '}
            <span className="quiet small">{counts[name](totals[name])}</span>
          </li>
        ))}
      </ul>
      <p className="quiet small">{guestsAre}</p>
    </section>
  )
}
