import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Event, Post } from '../../../contract/entities.ts'
import { PostPhoto } from './post-photo.tsx'
import { PostWords } from './post-words.tsx'
import { useLike, useLikeIntent } from './use-like.ts'
import styles from './post-card.module.css'

interface PostCardProps {
  post: Post
  event: Event | undefined
  /** The post that the page was opened for. */
  isFirst: boolean
  /** Without them it is the photo alone. */
  hasWords: boolean
  /** Its comments, with the field to write one. */
  comments: ReactNode
  review: ReactNode
  onDeleted: (post: Post) => Promise<void>
  /** Opens the photo in the viewer; without it there is none. */
  onOpen?: (post: Post) => void
  /** Further up than the post that the page was opened for: its height counts before it is seen. */
  isAbove?: boolean
}

/** A photo with its author, likes and comments. */
export function PostCard(props: PostCardProps) {
  const like = useLike(props.post)
  useLikeIntent(props.post, () => like.setLike(true))
  return <PostArticle {...props} like={like} />
}

interface PostArticleProps extends PostCardProps {
  like: ReturnType<typeof useLike>
  /** Of the sample: there is nothing to comment on, to save or to delete. */
  isSample?: boolean
}

/** A post as `PostCard` shows it, for whoever says what a like does. */
export function PostArticle(props: PostArticleProps) {
  const { post, isFirst, isAbove, hasWords, onOpen, ...words } = props
  const titleId = useId()
  return (
    <article
      className={styles.root}
      aria-labelledby={titleId}
      data-post={post.id}
      data-above={isAbove || undefined}
      data-first={isFirst || undefined}
    >
      <PostPhoto
        post={post}
        eager={isFirst}
        onLike={() => words.like.setLike(true)}
        {...(onOpen && { onOpen: () => onOpen(post) })}
      />
      {hasWords && <PostWords post={post} titleId={titleId} {...words} />}
    </article>
  )
}
