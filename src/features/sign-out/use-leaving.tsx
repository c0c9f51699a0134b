import { useState } from 'react'
import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { changeOutbox } from '../../outbox/store/change-outbox.ts'
import type { WaitingChange } from '../../outbox/store/change-outbox.ts'
import { isUnsent } from '../../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { hideWords } from '../../outbox/page/hide-words.ts'
import { allOutboxes } from '../../outbox/page/page-outboxes.ts'
import { useSession } from '../../session/use-session.ts'
import { announceUploads } from '../../outbox/queue/announce.ts'
import { discardUnsent } from '../../outbox/queue/photo-actions.ts'
import { bindDrafts } from '../../outbox/queue/queue-hints.ts'
import { WaitingQuestion } from './waiting-question.tsx'

export interface Leaving {
  /** Signs out, after asking about photos and changes that are on this device alone. */
  start: () => void
  /** To be rendered. */
  question: ReactNode
}

/** Signs out without losing what is in the outbox by accident. `leave` signs out and goes on to a page. */
export function useLeaving(leave: () => Promise<void>): Leaving {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const [waiting, setWaiting] = useState<{ photos: OutboxPhoto[]; changes: WaitingChange[] }>()
  const userId = user?.id
  const isOwn = ({ ownerUserId }: WaitingChange) => ownerUserId === userId

  const start = async () => {
    const photos = userId === undefined ? [] : await listUnsent(userId)
    const changes = (await changeOutbox.list().catch(() => [])).filter(isOwn)
    if (photos.length + changes.length > 0) setWaiting({ photos, changes })
    else await leave()
  }
  const keep = async () => {
    setWaiting(undefined)
    await hideWords(queryClient, waiting?.changes ?? [])
    await leave()
  }
  const discard = async () => {
    if (userId !== undefined) {
      for (const outbox of allOutboxes()) await discardUnsent(outbox, userId)
      await changeOutbox.remove(isOwn)
    }
    announceUploads()
    await keep()
  }
  const question = (
    <WaitingQuestion
      unsent={waiting}
      onKeep={() => void keep()}
      onDiscard={() => void discard()}
      onCancel={() => setWaiting(undefined)}
    />
  )
  return { start: () => void start(), question }
}

/** The photos that are on this device alone. Drafts without a user become this user's, who sees them as own. */
async function listUnsent(userId: number): Promise<OutboxPhoto[]> {
  const unsent: OutboxPhoto[] = []
  for (const outbox of allOutboxes()) {
    await bindDrafts(outbox, userId).catch(() => undefined)
    const photos = await outbox.list().catch(() => [])
    unsent.push(...photos.filter((photo) => photo.ownerUserId === userId && isUnsent(photo)))
  }
  return unsent
}
