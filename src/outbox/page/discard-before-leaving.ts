import { inTime } from '../../device/in-time.ts'
import { announceUploads, listenToWorker } from '../queue/announce.ts'
import { discardUnsent, isOnlyHere, unwant } from '../queue/photo-actions.ts'
import { isUnsent } from '../store/outbox-photo.ts'
import { isPhoto, listPhotos } from '../store/outbox-item.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { outbox } from '../store/outbox.ts'
import { nudgeUploads } from './drivers.ts'
import { allOutboxes } from './page-outboxes.ts'
import { currentUploads, refreshUploads } from './upload-store.ts'

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
  const isDiscarded = ({ key, ownerUserId, isUnwanted }: OutboxPhoto) =>
    ownerUserId === userId && (isUnwanted || unmarked.includes(key))
  await askedFor(isDiscarded, { unmarked, now })
  // Nothing would say that they are not wanted when their user is back.
  await outbox.remove((item) => isPhoto(item) && unmarked.includes(item.key) && !item.isUnwanted)
}

/**
 * Has the server asked for what the signed-in user has discarded before, as long as there are a token and records that say so.
 * Resolves after some seconds at most, also where storage hangs; never rejects.
 */
export async function askForDiscarded(): Promise<void> {
  const now = Date.now()
  await inTime(refreshUploads())
  const keys = currentUploads().photos.flatMap((photo) => (photo.isUnwanted ? photo.key : []))
  if (keys.length === 0) return
  // Those too that wait long for another try.
  const marking = keys.map((key) =>
    inTime(Promise.all(allOutboxes().map((place) => unwant(place, key, now)))),
  )
  const marked = await Promise.all(marking)
  const unmarked = keys.filter((_key, at) => marked[at] === undefined)
  await askedFor(({ key }) => keys.includes(key), { unmarked, now })
}

interface Asking {
  /** Keys of those that a full device has no room to mark. */
  unmarked: string[]
  now: number
}

/** Has the server asked, and resolves when no discarded photo is awaited any more, or after `ASKED_WITHIN_MS`. */
async function askedFor(
  isDiscarded: (photo: OutboxPhoto) => boolean,
  { unmarked, now }: Asking,
): Promise<void> {
  // One that was tried since then waits for a line, which may be long.
  const isAwaited = (photo: OutboxPhoto) =>
    isDiscarded(photo) && !(photo.state === 'waiting' && photo.nextAt > now)
  const isAny = async () => {
    for (const place of allOutboxes()) if ((await listPhotos(place)).some(isAwaited)) return true
    return false
  }
  if (!(await inTime(isAny()))) return
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
