import type { OperatorAct } from '../../../contract/admin.ts'
import { admin } from '../../../contract/texts/admin-texts.ts'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import styles from './admin.module.css'

/** What was done by who runs the site, and by commands on the server. */
export function OperatorLog({ acts }: { acts: readonly OperatorAct[] }) {
  return (
    <ul className={`${styles.rows} ${styles.log}`}>
      {acts.map(({ id, by, action, about, at }) => (
        <li key={id} className={styles.row}>
          <span className={styles.text}>
            <span dir="auto">{`${by ?? admin.atServer} ${admin.acts[action](about)}`}</span>
            <span className="quiet small">
              <RelativeTime iso={at} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
