import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { Event, Post } from '../../../contract/entities.ts'
import { canDelete } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { randomKey } from '../../device/random-key.ts'
import { forgetPostView, removePosts } from '../../cache/page/post-cache.ts'
import { queueChange } from '../../outbox/page/upload-driver.ts'
import { useSession } from '../../session/use-session.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'

/** Posts that are deleted here, from the press until their page is left: the server may have done it before. */
export const leavingPosts = new Set<number>()

interface DeletePostProps {
  post: Post
  /** Absent: not known yet. */
  event?: Pick<Event, 'userId' | 'organisers'> | undefined
  /** Leaves the post's page; resolves once that is done. */
  onDeleted: (post: Post) => Promise<void>
}

/** Deletes a post after asking. Only its author and the Orma's organisers see it. */
export function DeletePost({ post, event = post.Event, onDeleted }: DeletePostProps) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { event_hash, id: post_id, User: author } = post
  if (!user || !canDelete(author.id, event, user.id)) return null
  const confirm = async () => {
    setIsAsking(false)
    leavingPosts.add(post_id)
    const place = { eventHash: event_hash, postId: post_id, content: null }
    void queueChange({ key: randomKey(), kind: 'delete-post', ...place, ownerUserId: user.id })
    removePosts(queryClient, event_hash, [post_id])
    await onDeleted(post)
    leavingPosts.delete(post_id)
    forgetPostView(queryClient, { event_hash, post_id })
  }
  return (
    <>
      <IconButton
        label={post.kind === 'video' ? texts.video.delete : texts.post.delete}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 size={22} />
      </IconButton>
      <ConfirmDialog
        open={isAsking}
        danger
        question={texts.post.deleteWarning}
        confirmLabel={texts.common.delete}
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
