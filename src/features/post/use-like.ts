import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import type { SavedSession } from '../../device/token.ts'
import { isLikedBy, setLiked, withLikes } from '../../posts/post-reactions.ts'
import { randomKey } from '../../device/random-key.ts'
import { changeCachedPost, isWorthRepeating, stopReads } from '../../cache/page/post-cache.ts'
import { POST_CHANGE_KEY } from '../../cache/page/post-changes.ts'
import { noteChange } from '../../outbox/page/change-notes.ts'
import type { NotedChange } from '../../outbox/page/change-notes.ts'
import { forgetChange, sendOrQueue } from '../../outbox/page/send-or-queue.ts'
import { promptAgain, promptLogin } from '../../session/login-prompt.ts'
import { useKnownSession, useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/alerts.tsx'

interface LikeChange {
  event_hash: string
  post_id: number
  userId: number
  token: string
  liked: boolean
  /** Idempotency key: the same however often this change is sent. */
  key: string
}

/** Whether the user likes a post, and how to change that. A guest is asked to sign in. */
export function useLike({ event_hash, id: post_id, Likes }: Post) {
  const session = useSession()
  const whenKnown = useKnownSession()
  const { mutate } = useChangeLike(post_id)
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
    const { user, token } = known
    if (liked !== isLikedBy({ Likes }, user.id)) {
      mutate({ event_hash, post_id, userId: user.id, token, liked, key: randomKey() })
    }
    return true
  }

  return { isLiked, setLike }
}

/** Shows the change at once, and undoes it if the server refuses. Changes of one post are sent one after the other. */
function useChangeLike(post_id: number) {
  const queryClient = useQueryClient()
  const mutationKey = [...POST_CHANGE_KEY, 'like', post_id]
  const show = (change: LikeChange, liked: boolean) =>
    changeCachedPost(queryClient, change, (post) => setLiked(post, change.userId, liked))
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    retry: isWorthRepeating,
    mutationFn: (change: LikeChange) =>
      sendOrQueue(queuedLike(change), change.token, () => {
        // Undone on the screen: it waits for its user, who is signed out.
        show(change, !change.liked)
        promptAgain()
      }),
    onMutate: async (change: LikeChange) => {
      noteChange(queuedLike(change))
      show(change, change.liked)
      return { resumeReads: await stopReads(queryClient, change.event_hash) }
    },
    onSuccess: (answer, change) => {
      // With a later change on its way this answer is out of date already; undefined: it is queued.
      if (!answer?.Likes || queryClient.isMutating({ mutationKey }) > 1) return
      const { Likes } = answer
      changeCachedPost(queryClient, change, (post) => withLikes(post, Likes))
    },
    onError: (_error, change) => {
      void forgetChange(change)
      show(change, !change.liked)
      showAlert(texts.post.likeFailed)
    },
    onSettled: (_likes, _error, _change, started) => void started?.resumeReads(),
  })
}

function queuedLike({ event_hash, post_id, userId, liked, key }: LikeChange): NotedChange {
  const kind = liked ? 'like' : 'unlike'
  return { key, kind, eventHash: event_hash, postId: post_id, content: null, ownerUserId: userId }
}
