import { blurAddress } from '../../contract/blur.ts'
import './skeleton.css'

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
  return <span className={round ? 'sk sk-round' : 'sk'} style={style} aria-hidden />
}
