import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Heart, MessageCircle } from 'lucide-react'
import type { Event, Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { useKnownSession, useSession } from '../../session/use-session.ts'
import { takeDueIntent } from '../../session/intent.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import { DeletePost } from './delete-post.tsx'
import { PostPhoto } from './post-photo.tsx'
import { SavePhoto } from './save-photo.tsx'
import { randomKey } from '../../device/random-key.ts'
import type { SavedSession } from '../../device/token.ts'
import { queueChange } from '../../outbox/page/upload-driver.ts'
import { isLikedBy } from '../../posts/post-reactions.ts'
import { promptLogin } from '../../session/login-prompt.ts'
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
  onDeleted: () => Promise<void>
}

/** A photo with its author, likes and comments. */
export function PostCard(props: PostCardProps) {
  const like = useLike(props.post)
  useLikeIntent(props.post, () => like.setLike(true))
  return <PostArticle {...props} like={like} />
}

interface PostArticleProps extends PostCardProps {
  like: Like
  /** Of the sample: there is nothing to comment on, to save or to delete. */
  isSample?: boolean
}

/** A post as `PostCard` shows it, for whoever says what a like does. */
export function PostArticle({ post, isFirst, hasWords, ...words }: PostArticleProps) {
  const titleId = useId()
  const { setLike } = words.like
  return (
    <article className={styles.root} aria-labelledby={titleId} data-post={post.id}>
      <PostPhoto post={post} eager={isFirst} onLike={() => setLike(true)} />
      {hasWords && <Words post={post} titleId={titleId} {...words} />}
    </article>
  )
}

interface WordsProps extends Omit<PostArticleProps, 'isFirst' | 'hasWords'> {
  titleId: string
}

function Words({ post, event, titleId, like, isSample, comments, review, onDeleted }: WordsProps) {
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
              <CommentButton post={post} conversation={conversation} />
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

/** Likes the post after the sign-in that a guest was asked for. */
function useLikeIntent({ event_hash, id: post_id }: Post, like: () => void) {
  const { status } = useSession()
  const carryOut = useEffectEvent(like)
  useEffect(() => {
    if (status !== 'signed-in') return
    if (takeDueIntent({ event_hash, post_id, kind: 'like' })) carryOut()
  }, [status, event_hash, post_id])
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

function CommentButton({
  post,
  conversation,
}: {
  post: Post
  conversation: RefObject<HTMLElement | null>
}) {
  const write = () =>
    conversation.current?.querySelector<HTMLElement>('[data-add-comment] input')?.focus()
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

interface Like {
  isLiked: boolean
  /** Returns whether the like could be tried. */
  setLike: (liked: boolean) => boolean
}

/** Whether the user likes a post, and how to change that. A guest is asked to sign in. */
function useLike({ event_hash, id: post_id, Likes }: Post): Like {
  const session = useSession()
  const whenKnown = useKnownSession()
  const isLiked = isLikedBy({ Likes }, session.user?.id)

  function setLike(liked: boolean): boolean {
    if (session.status !== 'loading') return change(session.user ? session : null, liked)
    void whenKnown().then((known) => change(known, liked))
    return true
  }

  function change(known: SavedSession | null, liked: boolean): boolean {
    if (!known) {
      promptLogin({ event_hash, intent: { event_hash, post_id, kind: 'like' } })
      return false
    }
    const { id: ownerUserId } = known.user
    if (liked !== isLikedBy({ Likes }, ownerUserId)) {
      const post = { eventHash: event_hash, postId: post_id, content: null }
      const kind = liked ? 'like' : 'unlike'
      void queueChange({ key: randomKey(), kind, ...post, ownerUserId })
    }
    return true
  }

  return { isLiked, setLike }
}
