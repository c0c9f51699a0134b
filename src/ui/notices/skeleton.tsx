import { blurAddress } from '../../../contract/blur.ts'
import styles from './skeleton.module.css'

interface SkeletonProps {
  /** Base64; absent: a plain placeholder. */
  thumbhash?: string | null
  /** Width by height. */
  ratio?: number
  round?: boolean
}

/** A placeholder of the final size for something that is loading. */
export function Skeleton({ thumbhash, ratio = 1, round }: SkeletonProps) {
  const image = blurAddress(thumbhash)
  const style = { aspectRatio: ratio, backgroundImage: image && `url(${image})` }
  return (
    <span
      className={round ? `${styles.root} ${styles.round}` : styles.root}
      style={style}
      aria-hidden
    />
  )
}
