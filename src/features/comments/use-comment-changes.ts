import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Comment, Post, User } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { requireToken } from '../../api/require-token.ts'
import {
  addComment,
  deleteComment,
  editComment,
  restoreComment,
  settleComment,
} from '../../posts/post-reactions.ts'
import {
  changeCachedComments,
  isWorthRepeating,
  renewPeople,
  renewPost,
  stopReads,
} from '../../cache/page/post-cache.ts'
import { POST_CHANGE_KEY } from '../../cache/page/post-changes.ts'
import type { PostName } from '../../cache/page/post-changes.ts'
import { noteChange } from '../../outbox/page/change-notes.ts'
import type { NotedChange } from '../../outbox/page/change-notes.ts'
import { forgetChange, sendOrQueue } from '../../outbox/page/send-or-queue.ts'
import { promptAgain } from '../../session/login-prompt.ts'
import { unsentId } from '../../outbox/store/waiting-changes.ts'
import { useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/alerts.tsx'

/** A comment as it is shown until the server has given it an id. */
export function unsentComment(
  content: string,
  { id, name }: Pick<User, 'id' | 'name'>,
  key: string,
): Comment {
  const createdAt = new Date().toISOString()
  return { id: unsentId(key), content, createdAt, User: { id, name } }
}

export function isUnsent({ id }: Comment): boolean {
  return id < 0
}

interface NewComment extends PostName {
  comment: Comment
  token: string
  /** Idempotency key: the same however often this comment is sent. */
  key: string
}

/** Adds a comment: shown at the top at once, removed again if the server refuses it. */
export function useAddComment({ event_hash, id: post_id }: Post) {
  const queryClient = useQueryClient()
  const changeOf = ({ comment: { content, User: author }, key }: NewComment): NotedChange => {
    const said = { eventHash: event_hash, postId: post_id, content, ownerUserId: author.id }
    return { key, kind: 'comment', ...said }
  }
  const takeBack = ({ comment: { id }, ...post }: NewComment) =>
    changeCachedComments(queryClient, post, (comments) => deleteComment(comments, id), -1)
  return useMutation({
    mutationKey: POST_CHANGE_KEY,
    meta: { failure: 'A comment could not be added:' },
    retry: isWorthRepeating,
    mutationFn: (added: NewComment) =>
      sendOrQueue(changeOf(added), added.token, () => {
        takeBack(added)
        promptAgain()
      }),
    onMutate: (added) => {
      noteChange(changeOf(added))
      return begin(queryClient, added, (comments) => addComment(comments, added.comment), 1)
    },
    onSuccess: (answer, { comment, ...post }) => {
      const settled = answer?.comment
      // Queued: it stays shown as unsent.
      if (!settled) return
      changeCachedComments(
        queryClient,
        post,
        (comments) => settleComment(comments, comment.id, settled),
        0,
      )
    },
    onError: (_error, added) => {
      void forgetChange(added)
      takeBack(added)
      // With the words: the field that they go back to may have gone.
      showAlert(texts.post.commentRefused(added.comment.content))
    },
    onSettled: resume,
  })
}

interface EditedComment extends PostName {
  comment: Comment
  key: string
  content: string
}

/** Changes the text of a comment at once, and back if the server refuses. */
export function useEditComment() {
  const { queryClient, noteOwn, sendOwn } = useChange()
  const takeBack = ({ comment: { id, content }, ...post }: EditedComment) =>
    changeCachedComments(queryClient, post, (comments) => editComment(comments, id, content), 0)
  return useMutation({
    mutationKey: POST_CHANGE_KEY,
    meta: { failure: 'A comment could not be changed:' },
    retry: isWorthRepeating,
    mutationFn: (edit: EditedComment) => sendOwn('edit-comment', edit, () => takeBack(edit)),
    onMutate: (edit) => {
      noteOwn('edit-comment', edit)
      const { comment, content, ...post } = edit
      return begin(queryClient, post, (comments) => editComment(comments, comment.id, content), 0)
    },
    onError: (_error, edit) => {
      void forgetChange(edit)
      takeBack(edit)
      showAlert(texts.post.commentRefused(edit.content))
    },
    onSettled: resume,
  })
}

interface DeletedComment extends PostName {
  comment: Comment
  key: string
}

/** Deletes a comment at once, and puts it back if the server refuses. */
export function useDeleteComment() {
  const { queryClient, noteOwn, sendOwn } = useChange()
  const takeBack = ({ comment, ...post }: DeletedComment) =>
    changeCachedComments(queryClient, post, (comments) => restoreComment(comments, comment), 1)
  return useMutation({
    mutationKey: POST_CHANGE_KEY,
    meta: { failure: 'A comment could not be deleted:' },
    retry: isWorthRepeating,
    mutationFn: (deletion: DeletedComment) =>
      sendOwn('delete-comment', deletion, () => takeBack(deletion)),
    onMutate: (deletion) => {
      noteOwn('delete-comment', deletion)
      const { comment, ...post } = deletion
      return begin(queryClient, post, (comments) => deleteComment(comments, comment.id), -1)
    },
    onSuccess: (answer, { event_hash, post_id }) => {
      renewPeople(queryClient, event_hash)
      // Deleted elsewhere, it was counted out twice.
      if (answer?.wasGone) void renewPost(queryClient, { event_hash, post_id })
    },
    onError: (_error, deletion) => {
      void forgetChange(deletion)
      takeBack(deletion)
      showAlert(texts.post.likeFailed)
    },
    onSettled: resume,
  })
}

type OwnChange = DeletedComment & { content?: string }

function useChange() {
  const queryClient = useQueryClient()
  const { token, user } = useSession()

  function changeOf(
    kind: 'edit-comment' | 'delete-comment',
    { event_hash, post_id, comment, content, key }: OwnChange,
  ): NotedChange {
    const place = { eventHash: event_hash, postId: post_id, commentId: comment.id }
    return { key, kind, ...place, content: content ?? null, ownerUserId: user?.id ?? 0 }
  }

  function noteOwn(kind: 'edit-comment' | 'delete-comment', own: OwnChange): void {
    noteChange(changeOf(kind, own))
  }

  /**
   * Sends a change of a comment that the server has. `takeBack` undoes it on the screen: its user is signed out, and it waits for
   * them.
   */
  async function sendOwn(
    kind: 'edit-comment' | 'delete-comment',
    own: OwnChange,
    takeBack: () => void,
  ) {
    return sendOrQueue(changeOf(kind, own), requireToken({ token }), () => {
      takeBack()
      promptAgain()
    })
  }
  return { queryClient, noteOwn, sendOwn }
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
