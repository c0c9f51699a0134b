import { useState } from 'react'
import type { ReactNode } from 'react'
import type { User } from '../../../contract/entities.ts'
import { inTime } from '../../device/wait.ts'
import type { OutboxChange, OutboxItem } from '../../outbox/store/outbox-item.ts'
import { isChange, listPhotos } from '../../outbox/store/outbox-item.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { discardBeforeLeaving } from '../../outbox/page/discard.ts'
import { allOutboxes, listUnsent } from '../../outbox/page/page-outboxes.ts'
import { useSession } from '../../session/use-session.ts'
import { announceUploads } from '../../outbox/queue/announce.ts'
import { bindDrafts } from '../../outbox/queue/photo-actions.ts'
import { GuestQuestion } from './guest-question.tsx'
import { WaitingQuestion } from './waiting-question.tsx'

interface Leaving {
  /** Signs out, after asking a guest by name, and about photos and changes that are on this device alone. */
  start: () => void
  /** To be rendered. */
  question: ReactNode
}

/** Signs out without losing what is in the outbox by accident. `leave` signs out and goes on to a page. */
export function useLeaving(leave: () => Promise<void>): Leaving {
  const { user } = useSession()
  const [waiting, setWaiting] = useState<{ photos: OutboxPhoto[]; changes: OutboxChange[] }>()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const [isGuestAsked, setIsGuestAsked] = useState(false)
  const userId = user?.id
  const isOwnChange = (item: OutboxItem) => isChange(item) && item.ownerUserId === userId

  const start = () => {
    if (user?.guestOf === undefined) void goOn()
    else setIsGuestAsked(true)
  }
  const goOn = async () => {
    setIsGuestAsked(false)
    const photos = user ? await listOwn(user) : []
    const items = await Promise.all(allOutboxes.map((outbox) => inTime(outbox.list())))
    const all = items.flatMap((list = []) => list.filter(isChange))
    const changes = all.filter(isOwnChange)
    if (photos.length + changes.length > 0) setWaiting({ photos, changes })
    else await leave()
  }
  const keep = async () => {
    setWaiting(undefined)
    await leave()
  }
  const discard = async () => {
    setIsDiscarding(true)
    try {
      if (userId !== undefined) {
        await Promise.all(allOutboxes.map((outbox) => outbox.remove(isOwnChange)))
        await discardBeforeLeaving(userId)
      }
      announceUploads()
    } finally {
      setIsDiscarding(false)
    }
    await keep()
  }
  const question = (
    <>
      <GuestQuestion
        open={isGuestAsked}
        onLeave={() => void goOn()}
        onCancel={() => setIsGuestAsked(false)}
      />
      <WaitingQuestion
        unsent={waiting}
        guestName={user?.guestOf === undefined ? undefined : (user.name ?? undefined)}
        isDiscarding={isDiscarding}
        onKeep={() => void keep()}
        onDiscard={() => void discard()}
        onCancel={() => setWaiting(undefined)}
      />
    </>
  )
  return { start, question }
}

/**
 * The user's photos that are here alone. Drafts without a user become this user's, who sees them as own. What a storage that hangs
 * does not tell stays in it for its user.
 */
async function listOwn({ id: userId, guestOf }: User): Promise<OutboxPhoto[]> {
  await Promise.all(allOutboxes.map((outbox) => inTime(bindDrafts(outbox, userId, guestOf))))
  const unsent = await listUnsent((outbox) => inTime(listPhotos(outbox)))
  return unsent.filter(({ ownerUserId }) => ownerUserId === userId)
}
