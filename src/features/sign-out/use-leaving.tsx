import { useState } from 'react'
import type { ReactNode } from 'react'
import { changeOutbox } from '../../device/change-outbox.ts'
import { isUnsent } from '../../device/outbox-photo.ts'
import { allOutboxes } from '../../offline/page-outboxes.ts'
import { useSession } from '../../session/use-session.ts'
import { announceUploads } from '../../uploads/announce.ts'
import { discardUnsent } from '../../uploads/photo-actions.ts'
import { bindDrafts } from '../../uploads/queue-hints.ts'
import { WaitingQuestion } from './waiting-question.tsx'

export interface Leaving {
  /** Leaves, after asking what is to become of photos that are on this device alone. */
  start: () => void
  /** To be rendered. */
  question: ReactNode
}

/** Signing out with an eye on the user's own photos. `leave` signs out and goes wherever that leads. */
export function useLeaving(leave: () => Promise<void>): Leaving {
  const { user } = useSession()
  const [waiting, setWaiting] = useState(0)
  const userId = user?.id

  const start = async () => {
    const own = userId === undefined ? 0 : await countUnsent(userId)
    setWaiting(own)
    if (own === 0) await leave()
  }
  const keep = async () => {
    setWaiting(0)
    await leave()
  }
  const discard = async () => {
    if (userId !== undefined) {
      for (const outbox of allOutboxes()) await discardUnsent(outbox, userId)
      await changeOutbox.remove(({ ownerUserId }) => ownerUserId === userId)
    }
    announceUploads()
    await keep()
  }
  const question = (
    <WaitingQuestion
      count={waiting}
      onKeep={() => void keep()}
      onDiscard={() => void discard()}
      onCancel={() => setWaiting(0)}
    />
  )
  return { start: () => void start(), question }
}

/** How many photos are on this device alone. Drafts that are nobody's yet become the user's, who sees them as such. */
async function countUnsent(userId: number): Promise<number> {
  let count = 0
  for (const outbox of allOutboxes()) {
    await bindDrafts(outbox, userId).catch(() => undefined)
    const photos = await outbox.list().catch(() => [])
    count += photos.filter((photo) => photo.ownerUserId === userId && isUnsent(photo)).length
  }
  return count
}
