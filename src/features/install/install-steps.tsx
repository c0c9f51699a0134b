import { Check, Share, SquarePlus } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import styles from './install.module.css'

const ICONS = [Share, SquarePlus, Check]

/** How Safari adds a page to the home screen, in three steps. */
export function InstallSteps() {
  return (
    <ol className={styles.root}>
      {texts.install.steps.map((step, at) => {
        const Icon = ICONS[at] ?? Check
        return (
          <li key={step}>
            <Icon aria-hidden />
            {step}
          </li>
        )
      })}
    </ol>
  )
}
