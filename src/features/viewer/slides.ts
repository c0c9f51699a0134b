import type { SlideData } from 'photoswipe'
import type { Post } from '../../../contract/entities.ts'
import { FULL_PX } from '../../../contract/renditions.ts'
import { postName } from '../../photos/post-name.ts'
import { fullOf } from '../../posts/full-picture.ts'

const UNKNOWN_RATIO = 4 / 3

/** A slide of the gallery. `own`: React draws what is in it. */
export interface Slide extends SlideData {
  post_id: number
  type: 'image' | 'own'
  /** Changes with what is seen of it. */
  look: string
}

/** The slide of a post. `isLost`: its large picture could not be loaded, so that its thumb stands for it. */
export function slideOf(post: Post, isLost: boolean): Slide {
  const { id: post_id, status, video_url, compressed_url, width, height } = post
  const ratio = width && height ? width / height : UNKNOWN_RATIO
  // As large as any: what is small fills the window too, and every picture can be zoomed alike.
  const size = {
    width: Math.round(FULL_PX * Math.min(1, ratio)),
    height: Math.round(FULL_PX / Math.max(1, ratio)),
  }
  const src = (isLost ? null : fullOf(post)) ?? compressed_url
  const isPicture = status === 'COMPLETED' && !video_url && src !== null
  const look = `${post_id} ${status} ${isPicture ? src : video_url}`
  if (!isPicture) return { post_id, type: 'own', look, ...size }
  const msrc = compressed_url ?? src
  return { post_id, type: 'image', look, src, msrc, alt: postName(post), ...size }
}
