import { useEffect, useEffectEvent } from 'react'
import type { Post } from '../../../contract/entities.ts'
import { randomKey } from '../../device/random-key.ts'
import type { SavedSession } from '../../device/token.ts'
import { queueChange } from '../../outbox/page/upload-driver.ts'
import { isLikedBy } from '../../posts/post-reactions.ts'
import { takeDueIntent } from '../../session/intent.ts'
import { promptLogin } from '../../session/login-prompt.ts'
import { useKnownSession, useSession } from '../../session/use-session.ts'

/** Whether the user likes a post, and how to change that. A guest is asked to sign in. */
export function useLike({ event_hash, id: post_id, Likes }: Post) {
  const session = useSession()
  const whenKnown = useKnownSession()
  const isLiked = isLikedBy({ Likes }, session.user?.id)

  /** Returns whether the like could be tried. */
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

/** Likes the post after the sign-in that a guest was asked for. */
export function useLikeIntent({ event_hash, id: post_id }: Post, like: () => void) {
  const { status } = useSession()
  const carryOut = useEffectEvent(like)
  useEffect(() => {
    if (status !== 'signed-in') return
    if (takeDueIntent({ event_hash, post_id, kind: 'like' })) carryOut()
  }, [status, event_hash, post_id])
}
