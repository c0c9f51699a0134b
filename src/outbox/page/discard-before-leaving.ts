import { announceUploads, listenToWorker } from '../queue/announce.ts'
import { discardUnsent, isOnlyHere } from '../queue/photo-actions.ts'
import { isUnsent } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { outbox } from '../store/outbox.ts'
import { nudgeUploads } from './drivers.ts'
import { allOutboxes } from './page-outboxes.ts'
import { currentUploads } from './upload-store.ts'

/** So long a sign-out waits for photos that the server is asked for: its token asks for them no more. */
const ASKED_WITHIN_MS = 4000

/**
 * Discards all of a user's photos that the server is not known to have, before the user leaves. What could not be asked for in a
 * few seconds is asked for when that user is back.
 */
export async function discardBeforeLeaving(userId: number): Promise<void> {
  const now = Date.now()
  const onTheirWay = new Set(
    currentUploads()
      .photos.filter((photo) => !photo.isInMemory && isUnsent(photo) && !isOnlyHere(photo))
      .map(({ key }) => key),
  )
  const unmarked: string[] = []
  for (const place of allOutboxes()) {
    unmarked.push(...(await discardUnsent(place, userId, { onTheirWay, now })))
  }
  announceUploads()
  const isAwaited = ({ key, ownerUserId, isUnwanted, state, nextAt }: OutboxPhoto) =>
    ownerUserId === userId &&
    (isUnwanted || unmarked.includes(key)) &&
    // One that was tried since then waits for a line, which may be long.
    !(state === 'waiting' && nextAt > now)
  await askedFor(isAwaited, unmarked)
  // Nothing would say that they are not wanted when their user is back.
  await outbox.remove(({ key, isUnwanted }) => unmarked.includes(key) && !isUnwanted)
}

/** Has the server asked, and resolves when no photo is awaited any more, or after `ASKED_WITHIN_MS`. */
async function askedFor(
  isAwaited: (photo: OutboxPhoto) => boolean,
  unmarked: string[],
): Promise<void> {
  const isAny = async () => {
    for (const place of allOutboxes()) if ((await place.list()).some(isAwaited)) return true
    return false
  }
  if (!(await isAny())) return
  await new Promise<void>((resolve) => {
    const look = () => void isAny().then((isLeft) => !isLeft && end(), end)
    const stopListening = listenToWorker(look)
    const timer = setTimeout(end, ASKED_WITHIN_MS)
    void nudgeUploads(unmarked).then(look, end)

    function end() {
      clearTimeout(timer)
      stopListening()
      resolve()
    }
  })
}
