import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '../../../contract/texts.ts'
import { everyCreatorQuery } from './creator-query.ts'
import { wayInOf, WAYS_IN } from './switch-entries.ts'
import type { SwitchEntries } from './switch-entries.ts'
import styles from './switches.module.css'

interface WayInCardsProps {
  entered: SwitchEntries
  onChange: (part: Partial<SwitchEntries>) => void
  /** Something within the single switches is to be seen. */
  mustOpen: boolean
  /** The single switches. */
  children: ReactNode
}

const { switches } = texts
const CARDS = [
  { name: 'verified', label: switches.verified, hint: switches.verifiedMeans },
  { name: 'easy', label: switches.easy, hint: switches.easyMeans },
] as const

/** Asks once how guests of a new Orma get in: two ways, and below them each switch by itself. */
export function WayInCards({ entered, onChange, mustOpen, children }: WayInCardsProps) {
  const group = useId()
  const wayIn = wayInOf(entered)
  const { data } = useQuery(everyCreatorQuery())
  const [isOpen, setIsOpen] = useState(wayIn === undefined)
  return (
    <>
      <fieldset className={styles.cards}>
        <legend>{switches.waysIn}</legend>
        {CARDS.map(({ name, label, hint }) => (
          <label key={name} className={styles.card}>
            <input
              type="radio"
              name={group}
              checked={wayIn === name}
              onChange={() => onChange(WAYS_IN[name])}
            />
            <span>
              <b>{label}</b>
              <br />
              <span className="quiet small">
                {hint}
                {name === 'verified' && data?.noSms && ` ${switches.verifiedNoSms}`}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <details
        className={styles.single}
        open={isOpen || mustOpen}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary>{switches.chooseYourself}</summary>
        <div className="stack">{children}</div>
      </details>
    </>
  )
}
