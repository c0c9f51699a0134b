import { texts } from '../../../contract/texts.ts'
import { ProgressRing } from '../../ui/notices/progress-ring.tsx'
import styles from './highlights.module.css'

interface HighlightsLoadingProps {
  /** In words. */
  day: string
  /** How many photos are loaded, and of how many; absent: unknown. */
  done?: number
  all?: number
}

export function HighlightsLoading({ day, done = 0, all = 0 }: HighlightsLoadingProps) {
  return (
    <div className={styles.loading}>
      <h1 className="visually-hidden">{day}</h1>
      {all > 0 && (
        <ProgressRing value={done / all} label={texts.highlights.loading(done, all)} size={72} />
      )}
      <p role="status">{texts.common.loading}</p>
    </div>
  )
}
