import { useId } from 'react'
import type { ClipboardEvent } from 'react'
import styles from './code-input.module.css'

interface CodeInputProps {
  label: string
  value: string
  onChange: (digits: string) => void
  /** The id of what says what is wrong with it. */
  errorId?: string | undefined
  length: number
  autoFocus?: boolean
}

/** A one-time code: large boxes that show it, and one input over them to type, paste and autofill into. */
export function CodeInput({ label, value, onChange, errorId, length, autoFocus }: CodeInputProps) {
  const id = useId()
  const next = Math.min(value.length, length - 1)
  const take = (text: string) => onChange(text.replace(/\D/g, '').slice(0, length))
  const paste = (event: ClipboardEvent) => {
    // maxLength would cut "12 34" before the space is removed.
    event.preventDefault()
    take(event.clipboardData.getData('text'))
  }
  return (
    <div className={styles.root}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.field} data-invalid={errorId ? true : undefined}>
        <input
          id={id}
          name="code"
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => take(event.target.value)}
          onPaste={paste}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          maxLength={length}
          aria-invalid={errorId ? true : undefined}
          aria-describedby={errorId}
        />
        {Array.from({ length }, (_, box) => (
          <span key={box} aria-hidden className={box === next ? styles.next : undefined}>
            {value[box]}
          </span>
        ))}
      </div>
    </div>
  )
}
