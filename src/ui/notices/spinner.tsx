import styles from './spinner.module.css'

/** A turning ring. With a label it is announced; without one it is decoration beside a text. */
export function Spinner({ label, size = 24 }: { label?: string; size?: number }) {
  const name = label ? { role: 'progressbar', 'aria-label': label } : { 'aria-hidden': true }
  return <span className={styles.root} style={{ width: size, height: size }} {...name} />
}
