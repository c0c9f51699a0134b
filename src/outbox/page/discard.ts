import { inTime } from '../../device/wait.ts'
import { readSessions } from '../../device/token.ts'
import { announceUploads, listenToWorker } from '../queue/announce.ts'
import { discardPhoto, discardUnsent } from '../queue/photo-actions.ts'
import { forPhotos, listPhotos } from '../store/outbox-item.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { nudgeUploads } from './upload-driver.ts'
import { allOutboxes, outboxOf } from './page-outboxes.ts'

/** So long a sign-out waits for photos that the server is asked for: its token asks for them no more. */
const ASKED_WITHIN_MS = 4000

/** Discards a photo that is shown; where the server may have it, the server is asked. */
export async function discardShown(photo: OutboxPhoto): Promise<void> {
  const isGone = await discardPhoto(outboxOf(photo), photo.key)
  announceUploads()
  if (!isGone) await nudgeUploads()
}

/** Forgets photos that were taken out of their Orma: nothing is to be done about them. */
export async function forgetRemoved(photos: readonly OutboxPhoto[]): Promise<void> {
  const keys = new Set(photos.map(({ key }) => key))
  await Promise.all(allOutboxes.map((place) => place.remove(({ key }) => keys.has(key))))
  announceUploads()
}

/**
 * Discards all of a user's photos that the server is not known to have, before the user leaves. What could not be asked for in a
 * few seconds is asked for when that user is back.
 */
export async function discardBeforeLeaving(userId: number): Promise<void> {
  for (const place of allOutboxes) await discardUnsent(place, userId)
  announceUploads()
  await askFor(userId)
}

/**
 * Has the server asked for what the signed-in user has discarded before, as long as there are a token and records that say so.
 * Resolves after some seconds at most, also where storage hangs; never rejects.
 */
export async function askForDiscarded(): Promise<void> {
  for (const { user } of (await inTime(readSessions())) ?? []) await askFor(user.id)
}

/** Has the server asked, and resolves when no discarded photo is awaited any more, or after `ASKED_WITHIN_MS`. */
async function askFor(userId: number): Promise<void> {
  const now = Date.now()
  const isDiscarded = (photo: OutboxPhoto) => photo.isUnwanted && photo.ownerUserId === userId
  // Those too that wait long for another try.
  const askNow = forPhotos((photo) =>
    isDiscarded(photo) && photo.state === 'waiting' ? { nextAt: now } : undefined,
  )
  await inTime(Promise.all(allOutboxes.map((place) => place.changeAll(askNow))))
  // One that was tried since then waits for a line, which may be long.
  const isAwaited = (photo: OutboxPhoto) =>
    isDiscarded(photo) && !(photo.state === 'waiting' && photo.nextAt > now)
  const isAny = async () => {
    for (const place of allOutboxes) if ((await listPhotos(place)).some(isAwaited)) return true
    return false
  }
  if (!(await inTime(isAny()))) return
  await new Promise<void>((resolve) => {
    const look = () => void isAny().then((isLeft) => !isLeft && end(), end)
    const stopListening = listenToWorker(look)
    const timer = setTimeout(end, ASKED_WITHIN_MS)
    void nudgeUploads().then(look, end)

    function end() {
      clearTimeout(timer)
      stopListening()
      resolve()
    }
  })
}
