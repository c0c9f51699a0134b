import { visibleText } from '../../../contract/visible-text.ts'
import styles from './avatar.module.css'

/** A person as a picture or the first letter of the name. Hidden from screen readers: the name is beside it. */
export function Avatar({ name, src, size = 32 }: { name: string; src?: string; size?: number }) {
  const style = { width: size, height: size, fontSize: size * 0.45 }
  if (src) return <img className={styles.root} src={src} alt="" style={style} />
  return (
    <span className={styles.root} aria-hidden style={style}>
      {Array.from(visibleText(name))[0]?.toUpperCase()}
    </span>
  )
}
