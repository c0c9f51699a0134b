import { useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Heart, MessageCircle } from 'lucide-react'
import type { Event, Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import { DeletePost } from './delete-post.tsx'
import { SavePhoto } from './save-photo.tsx'
import type { useLike } from './use-like.ts'
import styles from './post-card.module.css'

interface PostWordsProps {
  post: Post
  event: Event | undefined
  titleId: string
  like: ReturnType<typeof useLike>
  /** Its comments, with the field to write one. */
  comments: ReactNode
  review: ReactNode
  onDeleted: (post: Post) => Promise<void>
  /** Makes room for the comments, where they are not seen; done when it returns. */
  onWrite?: (() => void) | undefined
  /** Of the sample: there is nothing to comment on, to save or to delete. */
  isSample?: boolean
}

/** What is said of a photo: whose it is, its likes, what can be done with it, and its comments. */
export function PostWords({ post, event, titleId, like, ...rest }: PostWordsProps) {
  const { comments, review, onDeleted, onWrite, isSample } = rest
  const conversation = useRef<HTMLDivElement>(null)
  const { isLiked, setLike } = like
  return (
    <div className={styles.body}>
      <div className={styles.line}>
        <div className={styles.author}>
          <h2 id={titleId}>{post.User.name ?? texts.common.anonymous}</h2>
          <RelativeTime iso={post.createdAt} />
        </div>
        <div className={styles.actions}>
          <LikeButton post={post} isLiked={isLiked} onPress={() => setLike(!isLiked)} />
          {!isSample && (
            <>
              <CommentButton post={post} conversation={conversation} onWrite={onWrite} />
              <SavePhoto post={post} />
              <DeletePost post={post} event={event} onDeleted={onDeleted} />
            </>
          )}
        </div>
      </div>
      {review}
      <div ref={conversation}>{comments}</div>
    </div>
  )
}

interface LikeButtonProps {
  post: Post
  isLiked: boolean
  onPress: () => void
}

function LikeButton({ post, isLiked, onPress }: LikeButtonProps) {
  return (
    <span className={styles.count}>
      <IconButton
        label={isLiked ? texts.post.unlike : texts.post.like}
        className={isLiked ? styles.liked : ''}
        onClick={onPress}
      >
        <Heart fill={isLiked ? 'currentColor' : 'none'} />
      </IconButton>
      <Count count={post.likeCount} words={texts.post.likes(post.likeCount)} />
    </span>
  )
}

interface CommentButtonProps extends Pick<PostWordsProps, 'post' | 'onWrite'> {
  conversation: RefObject<HTMLElement | null>
}

function CommentButton({ post, conversation, onWrite }: CommentButtonProps) {
  const write = () => {
    onWrite?.()
    conversation.current?.querySelector<HTMLElement>('[data-add-comment] input')?.focus()
  }
  return (
    <span className={styles.count}>
      <IconButton label={texts.post.commentPlaceholder} onClick={write}>
        <MessageCircle />
      </IconButton>
      <Count count={post.commentCount} words={texts.post.comments(post.commentCount)} />
    </span>
  )
}

/** Shows a bare number; screen readers get it in words. */
function Count({ count, words }: { count: number; words: string }) {
  return (
    <>
      <span aria-hidden>{count > 0 && count}</span>
      <span className="visually-hidden">{words}</span>
    </>
  )
}
