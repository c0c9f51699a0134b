import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './text-field.module.css'

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  hint?: ReactNode
  /** What is wrong, as a sentence; announced when it appears. */
  error?: string
  /** The id of what says elsewhere what is wrong with it. */
  errorId?: string | undefined
}

/** A labelled input. Everything else (type, inputMode, autoComplete, enterKeyHint...) goes to the input. */
export function TextField({ label, hint, error, errorId, ...props }: TextFieldProps) {
  const { id, className, ...rest } = props
  const ownId = useId()
  const inputId = id ?? ownId
  const noteId = `${inputId}-note`
  return (
    <div className={`${styles.root} ${className ?? ''}`}>
      <label htmlFor={inputId}>{label}</label>
      <input
        {...rest}
        id={inputId}
        className={styles.input}
        aria-invalid={error || errorId ? true : undefined}
        aria-describedby={errorId ?? (error || hint ? noteId : undefined)}
      />
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  )
}

interface FieldNoteProps {
  id: string
  hint?: ReactNode
  error?: string
}

/** The line below a field: its error, or its hint while there is none. */
export function FieldNote({ id, hint, error }: FieldNoteProps) {
  return (
    <div id={id} aria-live="polite" className={error ? `${styles.note} error` : styles.note}>
      {error ?? hint}
    </div>
  )
}
