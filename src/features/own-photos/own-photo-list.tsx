import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { isSilence } from '../../api/contact.ts'
import { allPosts } from '../../device/post-list.ts'
import type { PostPages } from '../../device/post-list.ts'
import { isStaying } from '../../device/waiting-changes.ts'
import { useWaitingChanges } from '../../offline/use-waiting-changes.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Stylesheet } from '../../ui/stylesheet.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import type { ThumbState } from '../../ui/thumb.tsx'
import styles from './own-photos.css?url'

/** How a photo that guests do not see is marked, and called. */
const STATES: Partial<Record<Post['status'], [ThumbState, string]>> = {
  READYFORPROCESSING: ['processing', texts.feed.processing],
  FAILEDPROCESSING: ['failed', texts.feed.processingFailed],
  FAILEDBYNUDITY: ['flagged', texts.feed.inReview],
}

export interface OwnPhotosProps {
  event_hash: string
  photos: UseInfiniteQueryResult<PostPages>
  /** What can be done with a photo. */
  renderActions: (post: Post) => ReactNode
  /** Shown below what could not be had. */
  renderInstead: (error: Error) => ReactNode
}

/** The photos that one has added to an Orma, each with what can be done with it. */
export function OwnPhotos({ event_hash, photos, renderActions, renderInstead }: OwnPhotosProps) {
  const waiting = useWaitingChanges()
  const posts = photos.data && allPosts(photos.data).filter((post) => isStaying(post, waiting))
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
  if (!posts) return <Spinner label={texts.common.loading} size={32} />
  if (posts.length === 0) {
    const add = (
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
      <Stylesheet href={styles} />
      <ul className="own">
        {posts.map((post) => (
          <li key={post.id}>
            <Photo post={post} />
            <div className="own-actions">{renderActions(post)}</div>
          </li>
        ))}
      </ul>
      {photos.hasNextPage && (
        <Button busy={photos.isFetchingNextPage} onClick={() => void photos.fetchNextPage()}>
          {texts.ownPhotos.more}
        </Button>
      )}
    </>
  )
}

function Photo({ post }: { post: Post }) {
  const { event_hash, id, compressed_url, image_url, thumbhash, User } = post
  const [state, stateLabel] = STATES[post.status] ?? []
  return (
    <Link to="/$event_hash/post/$id" params={{ event_hash, id: String(id) }}>
      <Thumb
        src={compressed_url ?? image_url}
        alt={stateLabel ?? texts.feed.photoBy(User.name ?? texts.common.anonymous)}
        thumbhash={thumbhash}
        state={state}
        stateLabel={stateLabel}
      />
    </Link>
  )
}
