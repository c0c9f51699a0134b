import { useState } from 'react'
import type { ReactNode } from 'react'
import { changeOutbox } from '../../device/change-outbox.ts'
import { isUnsent } from '../../device/outbox-photo.ts'
import { outbox } from '../../device/outbox.ts'
import { useSession } from '../../session/use-session.ts'
import { announceUploads } from '../../uploads/announce.ts'
import { discardUnsent } from '../../uploads/photo-actions.ts'
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
    const photos = await outbox.list().catch(() => [])
    const own = photos.filter((photo) => photo.ownerUserId === userId && isUnsent(photo))
    setWaiting(own.length)
    if (own.length === 0) await leave()
  }
  const keep = async () => {
    setWaiting(0)
    await leave()
  }
  const discard = async () => {
    if (userId !== undefined) {
      await discardUnsent(outbox, userId)
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
