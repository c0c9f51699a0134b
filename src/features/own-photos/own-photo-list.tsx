import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { isStaying } from '../../outbox/store/waiting-decisions.ts'
import { useWaitingChanges } from '../../outbox/page/use-waiting-changes.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { LoadMore } from '../../ui/notices/load-more.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { photoMark } from '../../photos/photo-mark.ts'
import { Thumb } from '../../photos/thumb.tsx'
import { useFocusOnNext } from '../../ui/focus/use-focus-on-next.ts'
import styles from './own-photos.module.css'

interface OwnPhotosProps {
  event_hash: string
  /** Whether there is a way to add some. */
  canAdd: boolean
  photos: UseInfiniteQueryResult<{ pages: readonly unknown[] }>
  posts: readonly Post[]
  /** What can be done with a photo. */
  renderActions: (post: Post) => ReactNode
}

/** The photos that the user has added to an Orma, each with its actions. */
export function OwnPhotos({ event_hash, canAdd, photos, ...props }: OwnPhotosProps) {
  const { renderActions } = props
  const waiting = useWaitingChanges()
  const posts = props.posts.filter((post) => isStaying(post, waiting))
  const list = useRef<HTMLUListElement>(null)
  useFocusOnNext(list, posts)
  if (posts.length === 0) {
    const add = canAdd && (
      <Link to="/$event_hash/upload" params={{ event_hash }} className={buttonClass('filled')}>
        {texts.event.upload}
      </Link>
    )
    return (
      <Message drawing="frames" action={add}>
        {texts.ownPhotos.empty}
      </Message>
    )
  }
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
  const { event_hash, id, compressed_url, image_url, thumbhash, User } = post
  const { state, label: stateLabel } = photoMark(post) ?? {}
  return (
    <Link to="/$event_hash/post/$id" params={{ event_hash, id: String(id) }}>
      <Thumb
        src={compressed_url ?? image_url}
        alt={stateLabel ?? texts.feed.photoBy(User.name ?? texts.common.anonymous)}
        thumbhash={thumbhash}
        state={state}
        stateLabel={stateLabel}
        saysState={state === 'flagged'}
      />
    </Link>
  )
}
