import { visibleText } from '../../../contract/visible-text.ts'
import styles from './avatar.module.css'

/** A person as the first letter of the name. Hidden from screen readers: the name is beside it. */
export function Avatar({ name, size }: { name: string; size: number }) {
  const style = { width: size, height: size, fontSize: size * 0.45 }
  return (
    <span className={styles.root} aria-hidden style={style}>
      {Array.from(visibleText(name))[0]?.toUpperCase()}
    </span>
  )
}
