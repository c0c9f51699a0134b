import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { isSilence } from '../../api/contact.ts'
import { useTiles } from '../../cache/page/use-posts.ts'
import type { IdPages } from '../../posts/post-list.ts'
import { isStaying } from '../../outbox/store/waiting-decisions.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { useWaitingChanges } from '../../outbox/page/use-waiting-changes.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Coming } from '../../ui/notices/coming.tsx'
import { LoadMore } from '../../ui/notices/load-more.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { photoMark } from '../../photos/photo-mark.ts'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { Thumb } from '../../photos/thumb.tsx'
import { useFocusOnNext } from '../../ui/focus/use-focus-on-next.ts'
import styles from './own-photos.module.css'

interface OwnPhotosProps {
  event_hash: string
  /** Whether there is a way to add some. */
  canAdd: boolean
  photos: UseInfiniteQueryResult<IdPages>
  /** What can be done with a photo. */
  renderActions: (post: Post) => ReactNode
  /** Shown where photos could not be loaded. */
  renderInstead: (error: Error) => ReactNode
}

/** The photos that the user has added to an Orma, each with its actions. */
export function OwnPhotos({ event_hash, canAdd, photos, ...props }: OwnPhotosProps) {
  const { renderActions, renderInstead } = props
  const waiting = useWaitingChanges()
  const noContact = useNoContact()
  const told = useTiles(photos.data)
  const posts = photos.data && told.filter((post) => isStaying(post, waiting))
  const list = useRef<HTMLUListElement>(null)
  useFocusOnNext(list, posts ?? [])
  if (photos.isError && !posts) {
    const retry = <Button onClick={() => void photos.refetch()}>{texts.common.retry}</Button>
    return (
      <>
        <Message error drawing={isSilence(photos.error) ? 'signal' : 'torn'} action={retry}>
          {texts.ownPhotos.failed}
        </Message>
        {renderInstead(photos.error)}
      </>
    )
  }
  if (!posts)
    return (
      <Coming words={noContact && texts.offline[noContact]}>
        <Spinner label={texts.common.loading} size={32} />
      </Coming>
    )
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
