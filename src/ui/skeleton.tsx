import { blurAddress } from '../../contract/blur.ts'
import './skeleton.css'

export interface SkeletonProps {
  /** Base64; absent: soft light on paper. */
  thumbhash?: string | null
  /** Width by height. */
  ratio?: number
  round?: boolean
}

/** The place of something still to come, of its final size. */
export function Skeleton({ thumbhash, ratio = 1, round }: SkeletonProps) {
  const image = blurAddress(thumbhash)
  const style = { aspectRatio: ratio, backgroundImage: image && `url(${image})` }
  return <span className={round ? 'sk sk-round' : 'sk'} style={style} aria-hidden />
}
