import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import type { IdPages } from '../../posts/post-list.ts'
import { LoadMore } from '../../ui/notices/load-more.tsx'
import { photoMark } from '../../photos/photo-mark.ts'
import { postName } from '../../photos/post-name.ts'
import { Thumb } from '../../photos/thumb.tsx'
import { VideoLength } from '../../photos/video-length.tsx'
import { useFocusOnNext } from '../../ui/focus/use-focus-on-next.ts'
import styles from './own-photos.module.css'

interface OwnPhotoListProps {
  photos: UseInfiniteQueryResult<IdPages>
  posts: readonly Post[]
  /** What can be done with a photo. */
  renderActions: (post: Post) => ReactNode
}

/** The photos that the user has added to an Orma, each with its actions. */
export function OwnPhotoList({ photos, posts, renderActions }: OwnPhotoListProps) {
  const list = useRef<HTMLUListElement>(null)
  useFocusOnNext(list, posts)
  return (
    <>
      <ul ref={list} className={styles.root}>
        {posts.map((post) => (
          <li key={post.id} data-post={post.id}>
            <Photo post={post} />
            <div className={styles.actions}>{renderActions(post)}</div>
          </li>
        ))}
      </ul>
      <LoadMore list={photos} failed={texts.ownPhotos.failed} />
    </>
  )
}

function Photo({ post }: { post: Post }) {
  const { event_hash, id, compressed_url, image_url, thumbhash } = post
  const { state, label: stateLabel } = photoMark(post) ?? {}
  return (
    <Link
      to="/$event_hash/post/$id"
      params={{ event_hash, id: String(id) }}
      state={{ list: { kind: 'own' } }}
    >
      <Thumb
        src={compressed_url ?? image_url}
        alt={postName(post)}
        thumbhash={thumbhash}
        state={state}
        stateLabel={stateLabel}
        saysState={state === 'flagged'}
      >
        {!state && <VideoLength post={post} />}
      </Thumb>
    </Link>
  )
}
