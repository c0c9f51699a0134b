import { useState } from 'react'
import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { inTime } from '../../device/in-time.ts'
import { changeOutbox } from '../../outbox/store/change-outbox.ts'
import type { WaitingChange } from '../../outbox/store/change-outbox.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { discardBeforeLeaving } from '../../outbox/page/discard-before-leaving.ts'
import { hideWords } from '../../outbox/page/hide-words.ts'
import { allOutboxes } from '../../outbox/page/page-outboxes.ts'
import { listUnsent } from '../../outbox/page/unsent-photos.ts'
import { useSession } from '../../session/use-session.ts'
import { announceUploads } from '../../outbox/queue/announce.ts'
import { bindDrafts } from '../../outbox/queue/queue-hints.ts'
import { WaitingQuestion } from './waiting-question.tsx'

interface Leaving {
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
  const [isDiscarding, setIsDiscarding] = useState(false)
  const userId = user?.id
  const isOwn = ({ ownerUserId }: WaitingChange) => ownerUserId === userId

  const start = async () => {
    const [photos, stored = []] = await Promise.all([
      userId === undefined ? [] : listOwn(userId),
      inTime(changeOutbox.list()),
    ])
    const changes = stored.filter(isOwn)
    if (photos.length + changes.length > 0) setWaiting({ photos, changes })
    else await leave()
  }
  const keep = async () => {
    setWaiting(undefined)
    await hideWords(queryClient, waiting?.changes ?? [])
    await leave()
  }
  const discard = async () => {
    setIsDiscarding(true)
    try {
      if (userId !== undefined) {
        await changeOutbox.remove(isOwn)
        await discardBeforeLeaving(userId)
      }
      announceUploads()
    } finally {
      setIsDiscarding(false)
    }
    await keep()
  }
  const question = (
    <WaitingQuestion
      unsent={waiting}
      isDiscarding={isDiscarding}
      onKeep={() => void keep()}
      onDiscard={() => void discard()}
      onCancel={() => setWaiting(undefined)}
    />
  )
  return { start: () => void start(), question }
}

/**
 * The user's photos that are here alone. Drafts without a user become this user's, who sees them as own. What a storage that hangs
 * does not tell stays in it for its user.
 */
async function listOwn(userId: number): Promise<OutboxPhoto[]> {
  await Promise.all(allOutboxes().map((outbox) => inTime(bindDrafts(outbox, userId))))
  const unsent = await listUnsent((outbox) => inTime(outbox.list()))
  return unsent.filter(({ ownerUserId }) => ownerUserId === userId)
}
