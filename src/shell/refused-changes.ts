import type { QueryClient } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import type { OutboxChange } from '../outbox/store/outbox-item.ts'
import { isChange } from '../outbox/store/outbox-item.ts'
import { allOutboxes } from '../outbox/page/page-outboxes.ts'
import { renewUnshown } from '../cache/page/post-cache.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { announceUploads } from '../outbox/queue/announce.ts'
import { showAlert } from '../ui/dialogs/alerts.tsx'

/** Says which of a user's changes the server has refused; each once, in one page. */
export async function showRefusedChanges(queryClient: QueryClient, userId: number): Promise<void> {
  for (const outbox of allOutboxes) {
    for (const refused of (await outbox.list()).filter(isChange)) {
      if (refused.state !== 'refused' || refused.ownerUserId !== userId) continue
      if ((await outbox.remove(({ key }) => key === refused.key)) === 0) continue
      console.error('What waited was refused:', refused.kind, refused.reasonCode)
      showAlert(sentence(refused))
      // What was removed here still exists.
      void queryClient.invalidateQueries({ queryKey: queryKeys.event(refused.eventHash) })
      void queryClient.invalidateQueries({ queryKey: queryKeys.allOwnPosts(refused.eventHash) })
      renewUnshown(queryClient, refused.eventHash)
    }
  }
  announceUploads()
}

function sentence({ kind, content, reason }: OutboxChange): string {
  switch (kind) {
    case 'like':
    case 'unlike':
      return texts.post.likeFailed
    case 'comment':
    case 'edit-comment':
      return texts.post.commentRefused(content ?? '')
    case 'delete-comment':
      return texts.post.deleteCommentRefused
    case 'delete-post':
      return reason === null ? texts.post.deleteRefused : texts.post.deleteFailed(reason)
    case 'approve-post':
    case 'approve-posts':
      return texts.review.approveFailed
  }
}
