import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { canDelete } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { randomKey } from '../../device/random-key.ts'
import { forgetPostView, removeCachedPost } from '../../offline/post-cache.ts'
import { forgetChange, sendOrKeep } from '../../offline/send-or-keep.ts'
import { promptAgain } from '../../session/login-prompt.ts'
import { useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { orAlreadyGone } from '../../uploads/already-gone.ts'

/** Pending from the press until the post's page is left. */
export const deletePostKey = (post_id: number) => ['delete-post', post_id] as const

export interface DeletePostProps {
  post: Post
  /** Leaves the post's page; resolves when that is done. */
  onDeleted: () => Promise<void>
}

/** Deletes a post after asking; only its author and the Orma's owner see it. */
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
      const kept = { eventHash: event_hash, postId: post_id, content: null }
      const params = { event_hash, post_id }
      const send = () => orAlreadyGone(call(api.deletePost, { params, token }))
      if (!user) return send()
      // Without a network it goes here at once, and on the server when there is one.
      const change = { key, kind: 'delete-post', ...kept, ownerUserId: user.id } as const
      return sendOrKeep(change, send, promptAgain)
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
