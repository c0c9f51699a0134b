import { useRef, useState } from 'react'
import type { CSSProperties } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { blurAddress } from '../../contract/blur.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { PlayVideo } from './play-video.tsx'
import { lengthOf, postName } from './post-name.ts'
import styles from './veiled-photo.module.css'

/** How many addresses are tried: the given one, and a new one. */
const TRIES = 2

interface VeiledPhotoProps {
  post: Post
  /** `square` crops to a tile, `own` keeps the photo's own shape. */
  shape: 'square' | 'own'
  /** Its address has expired: a new one is needed. */
  onStale: () => void
}

/**
 * A photo that waits for the owner's word. One that was flagged, or not checked, nobody should see by accident: only its thumbhash
 * until it is pressed, and its bytes are not loaded before that. A video that is shown can be played, at first without sound, in a box
 * that is to be positioned.
 */
export function VeiledPhoto({ post, shape, onStale }: VeiledPhotoProps) {
  const latest = post.compressed_url ?? post.image_url
  /** What was pressed for; undefined: nothing yet. */
  const [wanted, setWanted] = useState<boolean>()
  const isShown = wanted ?? post.reviewReason === 'review'
  /** The address that it is shown from: a new address shows the same photo, so it is not loaded again. */
  const [held, setHeld] = useState<string | null>(null)
  const [failed, setFailed] = useState<readonly string[]>([])
  const veil = useRef<HTMLButtonElement>(null)
  const name = post.User.name ?? texts.common.anonymous
  const isWorthTrying = latest !== null && failed.length < TRIES && !failed.includes(latest)
  const src = held ?? (isWorthTrying ? latest : undefined)
  const toggle = () => {
    setWanted(!isShown)
    setHeld(null)
    setFailed([])
  }
  const veilAgain = () => {
    toggle()
    veil.current?.focus()
  }
  const fail = (address: string) => {
    setHeld(null)
    setFailed([...failed, address])
    // Where a new address fails too, the address is not the reason.
    if (failed.length === 0) onStale()
  }
  const placeholder = blurAddress(post.thumbhash)
  const style: CSSProperties = {
    backgroundImage: placeholder && `url(${placeholder})`,
    aspectRatio:
      shape === 'own' && post.width && post.height ? `${post.width} / ${post.height}` : undefined,
  }
  const { showPhotoBy, hidePhotoBy, showVideoBy, hideVideoBy } = texts.review
  const [show, hide] =
    post.kind === 'video' ? [showVideoBy, hideVideoBy] : [showPhotoBy, hidePhotoBy]
  const label = [isShown ? hide(name) : show(name), lengthOf(post)].filter(Boolean).join(', ')
  return (
    <>
      <button
        ref={veil}
        type="button"
        className={styles.root}
        style={style}
        aria-label={label}
        onClick={toggle}
      >
        {isShown && src && (
          <img
            src={src}
            loading="lazy"
            alt={postName(post)}
            data-shown={held !== null || undefined}
            onLoad={() => setHeld(src)}
            onError={() => fail(src)}
          />
        )}
        {(!isShown || (held === null && (wanted || !src))) && (
          <span className={styles.veil} aria-hidden={!isShown || undefined}>
            {isShown ? <EyeOff size={22} /> : <Eye size={22} />}
            <span>
              {!isShown ? texts.review.show : src ? texts.common.loading : texts.review.cannotShow}
            </span>
          </span>
        )}
      </button>
      {isShown && post.video_url && (
        <PlayVideo
          src={post.video_url}
          name={postName(post)}
          poster={held}
          muted
          onFailed={onStale}
        >
          <IconButton label={hide(name)} onClick={veilAgain}>
            <EyeOff size={22} />
          </IconButton>
        </PlayVideo>
      )}
    </>
  )
}
