import type { ReactNode } from 'react'
import { texts } from '../../../contract/texts.ts'
import styles from './newcomer.module.css'

interface NewcomerProps {
  /** The page's heading. */
  greeting: ReactNode
  /** How to begin. */
  actions: ReactNode
  /** A living picture of an evening. */
  sample: ReactNode
}

/** What Orma is, for who has none yet: one sentence, two ways to begin, an evening to look at, three steps. */
export function Newcomer({ greeting, actions, sample }: NewcomerProps) {
  return (
    <div className={styles.root}>
      <div className={styles.words}>
        <p className={styles.tagline}>{texts.product.tagline}</p>
        {greeting}
        <p className={styles.promise}>{texts.newcomer.promise}</p>
        <div className="row">{actions}</div>
        <p className="quiet small">{texts.home.empty}</p>
      </div>
      <div className={styles.sample}>{sample}</div>
      <section className={styles.steps} aria-label={texts.newcomer.stepsTitle}>
        <h2>{texts.newcomer.stepsTitle}</h2>
        <ol>
          {texts.newcomer.steps.map(({ title, text }, at) => (
            <li key={title}>
              <span className={styles.number} aria-hidden>
                {at + 1}
              </span>
              <h3>{title}</h3>
              <p className="quiet">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
