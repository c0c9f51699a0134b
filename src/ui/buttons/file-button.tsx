import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import type { ButtonKind } from './button.tsx'
import styles from './file-button.module.css'

export interface FileButtonProps extends Omit<ComponentProps<'input'>, 'onChange' | 'children'> {
  text: string
  onFiles: (files: File[]) => void
  kind?: ButtonKind
  icon?: ReactNode
}

/** A button that opens the phone's picker. The input is emptied after each choice, so that the same photo can be chosen again. */
export function FileButton({ text, onFiles, kind, icon, className, ...rest }: FileButtonProps) {
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <label className={`${buttonClass(kind, text)} ${styles.root} ${className ?? ''}`}>
      <input {...rest} type="file" onChange={choose} />
      {icon}
      {text}
    </label>
  )
}
