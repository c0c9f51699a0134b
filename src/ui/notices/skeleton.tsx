import styles from './skeleton.module.css'

/** A placeholder of the final size for something that is loading; `ratio` is width by height. */
export function Skeleton({ ratio = 1 }: { ratio?: number }) {
  return <span className={styles.root} style={{ aspectRatio: ratio }} aria-hidden />
}
