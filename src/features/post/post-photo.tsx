import { useEffect, useRef, useState } from 'react'
import type { CSSProperties, MouseEvent, SyntheticEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Maximize2 } from 'lucide-react'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { fullOf } from '../../posts/full-picture.ts'
import { useSession } from '../../session/use-session.ts'
import { markPictureFailed } from '../../ui/pictures/failed-pictures.ts'
import { createDoubleTap, DOUBLE_TAP_MS } from '../../photos/double-tap.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { HeartBurst } from '../../photos/heart-burst.tsx'
import { photoMark } from '../../photos/photo-mark.ts'
import { PlayVideo } from '../../photos/play-video.tsx'
import { postName } from '../../photos/post-name.ts'
import { Thumb } from '../../photos/thumb.tsx'
import { useBlur } from '../../ui/pictures/use-blur.ts'
import { VeiledPhoto } from '../../photos/veiled-photo.tsx'
import styles from './post-card.module.css'

const UNKNOWN_RATIO = 4 / 3

interface PostPhotoProps {
  post: Post
  /** The post that the page was opened for: its photo is loaded at once. */
  eager: boolean
  /** Likes the post, and returns whether it could: then a heart is shown. Absent: a tap does nothing. */
  onLike?: () => boolean
  /** Opens the photo in the viewer. */
  onOpen?: () => void
  /** It is as large as what it lies in. */
  fills?: boolean
}

/** A tap so soon after a double tap belongs to it. */
const TRIPLE_TAP_MS = 500

/**
 * A post's photo in its own shape: the thumbhash, over it the thumb, over that the full picture. Of a video these are its poster's,
 * and a press plays it in their place.
 */
export function PostPhoto({ post, eager, onLike, onOpen, fills }: PostPhotoProps) {
  const [beat, setBeat] = useState(0)
  const tap = useTap({
    onTap: onOpen,
    onDoubleTap: () => onLike?.() && setBeat((count) => count + 1),
  })
  const ratio = post.width && post.height ? post.width / post.height : UNKNOWN_RATIO
  const blur = useBlur(post.thumbhash)
  const style = { '--ratio': ratio } as CSSProperties
  return (
    <div
      ref={blur}
      className={styles.photo}
      style={style}
      data-fills={fills || undefined}
      onClick={tap}
    >
      {post.status === 'COMPLETED' ? (
        <Renditions post={post} eager={eager} />
      ) : (
        <UnfinishedPhoto post={post} />
      )}
      {post.status === 'COMPLETED' && post.video_url && (
        <PlayVideo
          src={post.video_url}
          name={postName(post)}
          poster={fullOf(post) ?? post.compressed_url}
        />
      )}
      <HeartBurst beat={beat} />
      {onOpen && (
        <IconButton label={texts.viewer.open} className={styles.open} onClick={onOpen}>
          <Maximize2 size={20} />
        </IconButton>
      )}
    </div>
  )
}

interface Taps {
  onTap: (() => void) | undefined
  onDoubleTap: () => void
}

/** Tells a tap on a photo from a double tap; what is pressed on the photo is neither. */
function useTap({ onTap, onDoubleTap }: Taps) {
  const [isDoubleTap] = useState(createDoubleTap)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const doubledAt = useRef(-Infinity)
  useEffect(() => () => clearTimeout(timer.current), [])
  return ({ clientX: x, clientY: y, timeStamp: at, target }: MouseEvent) => {
    clearTimeout(timer.current)
    if ((target as Element).closest('button')) return
    if (isDoubleTap({ x, y, at })) {
      doubledAt.current = at
      onDoubleTap()
    } else if (onTap && at - doubledAt.current > TRIPLE_TAP_MS) {
      timer.current = setTimeout(onTap, DOUBLE_TAP_MS)
    }
  }
}

function Renditions({ post, eager }: { post: Post; eager: boolean }) {
  const { compressed_url, width, height } = post
  const full = fullOf(post)
  const alt = postName(post)
  const shared = {
    ref: tend,
    width: width ?? undefined,
    height: height ?? undefined,
    loading: eager ? ('eager' as const) : ('lazy' as const),
    onLoad: ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => showIfLoaded(currentTarget),
  }
  return (
    <>
      {compressed_url && <img {...shared} src={compressed_url} alt={full ? '' : alt} />}
      {full && (
        <img
          {...shared}
          data-full
          src={full}
          alt={alt}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
        />
      )}
    </>
  )
}

function tend(image: HTMLImageElement) {
  showIfLoaded(image)
  return () => markPictureFailed(image)
}

function showIfLoaded(image: HTMLImageElement) {
  if (image.complete && image.naturalWidth > 0) image.dataset['shown'] = 'true'
}

/** A photo that only its author and the Orma's owner see: it is being processed, failed, or is flagged. */
function UnfinishedPhoto({ post }: { post: Post }) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  if (post.status === 'FAILEDBYNUDITY' && user?.id !== post.User.id) {
    const { event_hash, id } = post
    const queryKey = queryKeys.postView(event_hash, id)
    const renew = () => void queryClient.invalidateQueries({ queryKey })
    return <VeiledPhoto post={post} shape="own" onStale={renew} />
  }
  const { state, label } = photoMark(post) ?? {}
  const src = post.compressed_url ?? post.image_url
  return <Thumb src={src} alt={label ?? ''} state={state} stateLabel={label} shape="own" />
}
