import { useId } from 'react'
import styles from './choice.module.css'

interface ChoiceProps<Value extends string | number> {
  label: string
  /** What it means, and what the chosen one does. */
  hint?: string | undefined
  options: readonly { value: Value; text: string }[]
  value: Value
  onChange: (value: Value) => void
  /** One of a form's fields: its label is as theirs. */
  isField?: boolean
}

/** A few alternatives side by side, one of them chosen. */
export function Choice<Value extends string | number>({
  label,
  hint,
  options,
  value,
  onChange,
  isField = false,
}: ChoiceProps<Value>) {
  const name = useId()
  const hintId = `${name}-hint`
  return (
    <fieldset
      className={isField ? `${styles.root} ${styles.field}` : styles.root}
      aria-describedby={hint ? hintId : undefined}
    >
      <legend>{label}</legend>
      <div className={styles.row}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.text}
          </label>
        ))}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
