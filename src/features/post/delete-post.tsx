import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { Post } from '../../../contract/entities.ts'
import { canDelete } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { requireToken } from '../../api/require-token.ts'
import { randomKey } from '../../device/random-key.ts'
import { forgetPostView, removeCachedPost } from '../../cache/page/post-cache.ts'
import { forgetChange, sendOrQueue } from '../../outbox/page/send-or-queue.ts'
import { promptAgain } from '../../session/login-prompt.ts'
import { useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

/** Key of the mutation that is pending from the press until the post's page is left. */
export const deletePostKey = (post_id: number) => ['delete-post', post_id] as const

interface DeletePostProps {
  post: Post
  /** Leaves the post's page; resolves once that is done. */
  onDeleted: () => Promise<void>
}

/** Deletes a post after asking. Only its author and the Orma's owner see it. */
export function DeletePost({ post, onDeleted }: DeletePostProps) {
  const { user } = useSession()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useDeletePost(post, onDeleted)
  if (!canDelete(post.User.id, post.Event.userId, user?.id)) return null
  const confirm = () => mutate(randomKey(), { onError: () => setIsAsking(false) })
  return (
    <>
      <IconButton label={texts.post.delete} onClick={() => setIsAsking(true)}>
        <Trash2 size={22} />
      </IconButton>
      <ConfirmDialog
        open={isAsking}
        danger
        busy={isPending}
        question={texts.post.deleteWarning}
        confirmLabel={texts.common.delete}
        cancelLabel={texts.common.cancel}
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

function useDeletePost({ event_hash, id: post_id }: Post, onDeleted: () => Promise<void>) {
  const queryClient = useQueryClient()
  const { token, user } = useSession()
  return useMutation({
    mutationKey: deletePostKey(post_id),
    mutationFn: async (key: string) => {
      const place = { eventHash: event_hash, postId: post_id, content: null }
      // Without a network it is deleted here at once, and on the server later.
      const change = { key, kind: 'delete-post', ...place, ownerUserId: user?.id ?? 0 } as const
      return sendOrQueue(change, requireToken({ token }), promptAgain)
    },
    onSuccess: async () => {
      removeCachedPost(queryClient, { event_hash, post_id })
      await onDeleted()
      forgetPostView(queryClient, { event_hash, post_id })
    },
    onError: ({ message }, key) => {
      void forgetChange({ key })
      showAlert(texts.post.deleteFailed(message))
    },
  })
}
