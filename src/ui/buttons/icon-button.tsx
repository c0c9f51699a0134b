import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

interface IconButtonProps extends ComponentProps<'button'> {
  /** Its accessible name, also shown as a tooltip. */
  label: string
}

/** The class that makes a link look like an icon button; the link needs its own `aria-label`. */
export const iconButtonClass = styles.root

/** A round button of 44 px around an icon. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`${iconButtonClass} ${className ?? ''}`}
    />
  )
}
