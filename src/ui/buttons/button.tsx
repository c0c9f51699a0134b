import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from '../notices/spinner.tsx'
import styles from './button.module.css'

/** `filled` once a screen, `danger` for what deletes, `quiet` for the rest, `plain` without an edge. */
export type ButtonKind = 'filled' | 'quiet' | 'danger' | 'plain'

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind
  /** Shows a spinner in place of the text and ignores presses; size and focus stay. */
  busy?: boolean
  icon?: ReactNode
}

/** The classes that make a link or a label look like a button: `<Link className={buttonClass('filled')}>`. */
export function buttonClass(kind: ButtonKind = 'quiet', children?: ReactNode): string {
  const look = `${styles.root} ${styles[kind] ?? ''}`
  return isCapitals(children) ? `${look} ${styles.caps}` : look
}

export function Button({ kind, busy, icon, className, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // preventDefault also keeps Enter in a field from submitting the form a second time.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(kind, children)} ${className ?? ''}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy && <Spinner size={20} />}
      {icon}
      {children}
    </button>
  )
}

/** Text that the specification has in capitals is set smaller and wider. */
function isCapitals(children: ReactNode): boolean {
  return typeof children === 'string' && children === children.toUpperCase()
}
