import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Comment, Post, User } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import {
  addComment,
  deleteComment,
  editComment,
  restoreComment,
  settleComment,
} from '../../posts/post-reactions.ts'
import { changeCachedComments, isWorthRepeating, stopReads } from '../../cache/page/post-cache.ts'
import { POST_CHANGE_KEY } from '../../cache/page/post-changes.ts'
import type { PostName } from '../../cache/page/post-changes.ts'
import type { NewChange } from '../../outbox/store/change-outbox.ts'
import { forgetChange, sendOrKeep } from '../../outbox/page/send-or-queue.ts'
import { orAlreadyGone } from '../../outbox/send/already-gone.ts'
import { promptAgain } from '../../session/login-prompt.ts'
import { requireToken, useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/alerts.tsx'

let lastUnsentId = 0

/** A comment as it is shown until the server has given it its id. */
export function unsentComment(content: string, { id, name }: Pick<User, 'id' | 'name'>): Comment {
  lastUnsentId -= 1
  const createdAt = new Date().toISOString()
  return { id: lastUnsentId, content, createdAt, User: { id, name } }
}

export function isUnsent({ id }: Comment): boolean {
  return id < 0
}

interface NewComment extends PostName {
  comment: Comment
  token: string
  /** Stays the same however often this one comment is sent. */
  key: string
}

/** Writes a comment: at the top at once, gone again if the server refuses it. */
export function useAddComment({ event_hash, id: post_id }: Post) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: POST_CHANGE_KEY,
    retry: isWorthRepeating,
    mutationFn: ({ comment: { content, User: author }, token, key }: NewComment) => {
      const kept = { eventHash: event_hash, postId: post_id, content, ownerUserId: author.id }
      const send = () =>
        call(api.addComment, {
          params: { event_hash, post_id },
          body: { content },
          token,
          idempotencyKey: key,
        })
      return sendOrKeep({ key, kind: 'comment', ...kept }, send, promptAgain)
    },
    onMutate: (added) =>
      begin(queryClient, added, (comments) => addComment(comments, added.comment), 1),
    onSuccess: (settled, { comment, ...post }) => {
      // It waits for the network, and is shown as unsent until then.
      if (!settled) return
      changeCachedComments(
        queryClient,
        post,
        (comments) => settleComment(comments, comment.id, settled),
        0,
      )
    },
    onError: (_error, { comment, key, ...post }) => {
      void forgetChange({ key })
      changeCachedComments(queryClient, post, (comments) => deleteComment(comments, comment.id), -1)
      showAlert(texts.post.commentFailed)
    },
    onSettled: resume,
  })
}

interface EditedComment extends PostName {
  comment: Comment
  key: string
  content: string
}

/** Changes the words of a comment at once, and back if the server refuses. */
export function useEditComment({ event_hash, id }: Post) {
  const { queryClient, token, sendOwn } = useChange()
  return useMutation({
    mutationKey: POST_CHANGE_KEY,
    retry: isWorthRepeating,
    mutationFn: (edit: EditedComment) =>
      sendOwn('edit-comment', edit, () =>
        call(api.editComment, {
          params: { event_hash, id, comment_id: edit.comment.id },
          body: { content: edit.content },
          token: requireToken({ token }),
        }),
      ),
    onMutate: ({ comment, content, ...post }) =>
      begin(queryClient, post, (comments) => editComment(comments, comment.id, content), 0),
    onError: (_error, { comment, key, ...post }) => {
      void forgetChange({ key })
      const { id: comment_id, content } = comment
      changeCachedComments(
        queryClient,
        post,
        (comments) => editComment(comments, comment_id, content),
        0,
      )
      showAlert(texts.post.commentFailed)
    },
    onSettled: resume,
  })
}

interface DeletedComment extends PostName {
  comment: Comment
  key: string
}

/** Takes a comment away at once, and puts it back if the server refuses. */
export function useDeleteComment({ event_hash, id }: Post) {
  const { queryClient, token, sendOwn } = useChange()
  return useMutation({
    mutationKey: POST_CHANGE_KEY,
    retry: isWorthRepeating,
    mutationFn: (deletion: DeletedComment) =>
      sendOwn('delete-comment', deletion, async () => {
        const params = { event_hash, id, comment_id: deletion.comment.id }
        await orAlreadyGone(call(api.deleteComment, { params, token: requireToken({ token }) }))
      }),
    onMutate: ({ comment, ...post }) =>
      begin(queryClient, post, (comments) => deleteComment(comments, comment.id), -1),
    onError: (_error, { comment, key, ...post }) => {
      void forgetChange({ key })
      changeCachedComments(queryClient, post, (comments) => restoreComment(comments, comment), 1)
      showAlert(texts.post.likeFailed)
    },
    onSettled: resume,
  })
}

function useChange() {
  const queryClient = useQueryClient()
  const { token, user } = useSession()

  /** Sends what is done to a comment that the server has, kept on this device until it has answered. */
  function sendOwn<A>(
    kind: NewChange['kind'],
    { event_hash, post_id, comment, content, key }: DeletedComment & { content?: string },
    send: () => Promise<A>,
  ): Promise<A | undefined> {
    if (!user) return send()
    const kept = {
      eventHash: event_hash,
      postId: post_id,
      commentId: comment.id,
      content: content ?? null,
    }
    return sendOrKeep({ key, kind, ...kept, ownerUserId: user.id }, send, promptAgain)
  }
  return { queryClient, token, sendOwn }
}

interface Begun {
  resumeReads: () => Promise<void>
}

async function begin(
  queryClient: QueryClient,
  post: PostName,
  change: (comments: readonly Comment[]) => Comment[],
  more: number,
): Promise<Begun> {
  changeCachedComments(queryClient, post, change, more)
  return { resumeReads: await stopReads(queryClient, post.event_hash) }
}

function resume(_answer: unknown, _error: unknown, _change: unknown, begun: Begun | undefined) {
  void begun?.resumeReads()
}
