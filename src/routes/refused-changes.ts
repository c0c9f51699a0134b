import { texts } from '../../contract/texts.ts'
import { changeOutbox } from '../device/change-outbox.ts'
import type { WaitingChange } from '../device/change-outbox.ts'
import { announceUploads } from '../uploads/announce.ts'
import { showAlert } from '../ui/alerts.tsx'

/** Says which likes and comments the server has refused while nobody looked; each once, in one of the pages. */
export async function sayRefusedChanges(): Promise<void> {
  for (const refused of await changeOutbox.list()) {
    if (refused.state !== 'refused') continue
    const removed = await changeOutbox.remove(({ key }) => key === refused.key)
    if (removed > 0) showAlert(sentence(refused))
  }
  announceUploads()
}

function sentence({ kind, content }: WaitingChange): string {
  return kind === 'comment' ? texts.post.commentRefused(content ?? '') : texts.post.likeFailed
}
