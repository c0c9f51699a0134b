import { useState } from 'react'
import type { CSSProperties } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { blurAddress } from '../../contract/blur.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import './veiled-photo.css'

/** Addresses that are tried: what there is, and what comes in its place. */
const TRIES = 2

export interface VeiledPhotoProps {
  post: Post
  /** `square` crops to a tile, `own` keeps the photo's own shape. */
  shape: 'square' | 'own'
  /** Its address holds no more: a new one is wanted. */
  onStale: () => void
}

/** A photo that nobody is to see by accident: its colours alone until it is pressed. Its bytes are not asked for before that. */
export function VeiledPhoto({ post, shape, onStale }: VeiledPhotoProps) {
  const latest = post.compressed_url ?? post.image_url
  const [isShown, setIsShown] = useState(false)
  /** The address it was shown from: a new one would be the same photo once more. */
  const [held, setHeld] = useState<string | null>(null)
  const [failed, setFailed] = useState<readonly string[]>([])
  const name = post.User.name ?? texts.common.anonymous
  const isWorthTrying = latest !== null && failed.length < TRIES && !failed.includes(latest)
  const src = held ?? (isWorthTrying ? latest : undefined)
  const toggle = () => {
    setIsShown(!isShown)
    setHeld(null)
    setFailed([])
  }
  const fail = (address: string) => {
    setHeld(null)
    setFailed([...failed, address])
    // Where a new address fails as well, it is not the address.
    if (failed.length === 0) onStale()
  }
  const placeholder = blurAddress(post.thumbhash)
  const style: CSSProperties = {
    backgroundImage: placeholder && `url(${placeholder})`,
    aspectRatio:
      shape === 'own' && post.width && post.height ? `${post.width} / ${post.height}` : undefined,
  }
  return (
    <button
      type="button"
      className="vp"
      style={style}
      aria-label={isShown ? texts.review.hidePhotoBy(name) : texts.review.showPhotoBy(name)}
      onClick={toggle}
    >
      {isShown && src && (
        <img
          src={src}
          alt={texts.feed.photoBy(name)}
          data-shown={held !== null || undefined}
          onLoad={() => setHeld(src)}
          onError={() => fail(src)}
        />
      )}
      {(!isShown || held === null) && (
        <span className="vp-veil" aria-hidden={!isShown || undefined}>
          {isShown ? <EyeOff size={22} /> : <Eye size={22} />}
          <span>
            {!isShown ? texts.review.show : src ? texts.common.loading : texts.review.cannotShow}
          </span>
        </span>
      )}
    </button>
  )
}
