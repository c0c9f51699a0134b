import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { canDelete } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { forgetPostView, removeCachedPost } from '../../offline/post-cache.ts'
import { useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

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
  const confirm = () => mutate(undefined, { onError: () => setIsAsking(false) })
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
  const { token } = useSession()
  return useMutation({
    mutationFn: () => call(api.deletePost, { params: { event_hash, post_id }, token }),
    onSuccess: async () => {
      removeCachedPost(queryClient, { event_hash, post_id })
      await onDeleted()
      forgetPostView(queryClient, { event_hash, post_id })
    },
    onError: ({ message }) => showAlert(texts.post.deleteFailed(message)),
  })
}
