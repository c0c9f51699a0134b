import { onlyIfFull } from '../../device/device-database.ts'
import { CLOSED, NO_NETWORK, forPhotos, isPhoto, listPhotos } from '../store/outbox-item.ts'
import type { Outbox } from '../store/outbox.ts'
import {
  LIMIT_REACHED,
  ORMA_GONE,
  WINDOW_CLOSED,
  canShrink,
  deferForShrinking,
  isUnsent,
  isWithoutOrma,
} from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'

interface SubmitOptions {
  /** Photos that can be made smaller are held for it first, as `deferForShrinking` says. */
  isSmaller?: boolean | undefined
  now?: number
}

/** UPLOAD NOW: queues the drafts of an Orma in the name of this user. Gives how many. */
export async function submitDrafts(
  outbox: Outbox,
  eventHash: string,
  userId: number,
  { isSmaller = false, now = Date.now() }: SubmitOptions = {},
): Promise<number> {
  const submit = forPhotos((photo) => {
    if (photo.state !== 'draft' || photo.eventHash !== eventHash || !isOf(photo, userId)) {
      return undefined
    }
    const isToShrink = isSmaller && canShrink(photo)
    const wait = isToShrink ? deferForShrinking(now) : { nextAt: now }
    return { state: 'waiting', ownerUserId: userId, reasonCode: null, ...wait }
  })
  return (await outbox.changeAll(submit)).length
}

/** Gives drafts that were shared with the app to an Orma. */
export async function giveOrma(
  outbox: Outbox,
  eventHash: string,
  userId: number | undefined,
): Promise<void> {
  await outbox.changeAll(
    forPhotos((photo) => (isWithoutOrma(photo) && isOf(photo, userId) ? { eventHash } : undefined)),
  )
}

/**
 * Removes a photo for good. Where the server may have it already, it is only marked as unwanted, and removed once the server says
 * that it has not, or has deleted it. Gives whether it was removed at once.
 */
export async function discardPhoto(
  outbox: Outbox,
  key: string,
  now = Date.now(),
): Promise<boolean> {
  const removed = await outbox.remove(
    (item) => item.key === key && isPhoto(item) && isOnlyHere(item),
  )
  if (removed > 0) return true
  await unwant(outbox, key, now)
  return false
}

/**
 * Marks a photo as unwanted that is on its way, or has arrived: its next turn takes it out of the Orma again. `bytes`: null removes
 * them.
 */
export async function unwant(
  outbox: Outbox,
  key: string,
  now = Date.now(),
  bytes?: null,
): Promise<void> {
  try {
    await outbox.change(key, unwanted(now), bytes)
  } catch (error) {
    onlyIfFull(error)
    // Without room for the mark: who looks for it in the Orma can delete it there.
    await outbox.remove((item) => item.key === key)
  }
}

/** Gives drafts without a user to this user; to a guest by name those of their Orma. */
export async function bindDrafts(outbox: Outbox, userId: number, guestOf?: string): Promise<void> {
  await outbox.changeAll(({ ownerUserId, eventHash }) =>
    ownerUserId === null && (guestOf ?? eventHash) === eventHash
      ? { ownerUserId: userId }
      : undefined,
  )
}

/** The network may be back: makes due what waits for it. Waits that the server asked for stay. */
export async function retryNow(outbox: Outbox, now = Date.now()): Promise<void> {
  await outbox.changeAll(({ state, reasonCode, nextAt }) =>
    state === 'waiting' && reasonCode === NO_NETWORK && nextAt > now ? { nextAt: now } : undefined,
  )
}

function unwanted(now: number) {
  const change = { isUnwanted: true, nextAt: now }
  return forPhotos(({ state }) => {
    if (state === 'waiting' || state === 'sending') return change
    // Its post is asked for by its key, as that of a photo whose answer was lost.
    const isUnknown = { postId: null, postStatus: null, doneAt: null }
    if (state === 'refused') return { ...change, ...sentAgain(now), ...isUnknown }
    if (state === 'processing' || state === 'done')
      return { ...change, state: 'waiting', ...isUnknown }
    return undefined
  })
}

/** Whether the server cannot have the photo. */
function isOnlyHere({ state, mayBeStored, postId }: OutboxPhoto): boolean {
  if (state === 'draft') return true
  return (state === 'refused' || state === 'waiting') && postId === null && !mayBeStored
}

/** As `discardPhoto` for all of a user's photos that the server is not known to have; the bytes go at once. */
export async function discardUnsent(
  outbox: Outbox,
  userId: number,
  now = Date.now(),
): Promise<void> {
  const isMeant = (photo: OutboxPhoto) => photo.ownerUserId === userId && isUnsent(photo)
  await outbox.remove((item) => isPhoto(item) && isMeant(item) && isOnlyHere(item))
  for (const { key } of (await listPhotos(outbox)).filter(isMeant))
    await unwant(outbox, key, now, null)
}

export async function retryPhoto(outbox: Outbox, key: string, now = Date.now()): Promise<void> {
  await outbox.change(key, ({ state }) => (state === 'refused' ? sentAgain(now) : undefined))
}

/**
 * Has the photos sent again that an Orma refused while it took none, or was gone for a while, and those at once that wait because it
 * was closed. Gives how many.
 */
export async function retryClosed(
  outbox: Outbox,
  eventHash: string,
  now = Date.now(),
): Promise<number> {
  const isMeant = (photo: OutboxPhoto) =>
    photo.state === 'waiting'
      ? CLOSED.includes(photo.reasonCode)
      : photo.state === 'refused' && isRefusedByOrma(photo)
  return retryWhere(outbox, (photo) => photo.eventHash === eventHash && isMeant(photo), now)
}

type Which = (photo: OutboxPhoto) => boolean

/** Tells the photos of this user that were refused as this Orma, or the user in it, had as many as are allowed. */
export function isOverLimit(event_hash: string, userId: number | undefined): Which {
  return ({ eventHash, ownerUserId, state, reasonCode }) =>
    eventHash === event_hash &&
    ownerUserId === userId &&
    state === 'refused' &&
    reasonCode === LIMIT_REACHED
}

/** Has photos sent again. Gives how many. */
export async function retryWhere(
  outbox: Outbox,
  isMeant: Which,
  now = Date.now(),
): Promise<number> {
  const retry = forPhotos((photo) => (isMeant(photo) ? sentAgain(now) : undefined))
  return (await outbox.changeAll(retry)).length
}

/** Whether the Orma took no photos, rather than not this one. */
export function isRefusedByOrma({ reasonCode }: Pick<OutboxPhoto, 'reasonCode'>): boolean {
  return reasonCode === WINDOW_CLOSED || reasonCode === ORMA_GONE
}

function sentAgain(now: number) {
  return { state: 'waiting', attempts: 0, nextAt: now, reason: null, reasonCode: null } as const
}

function isOf({ ownerUserId }: OutboxPhoto, userId: number | undefined): boolean {
  return ownerUserId === null || ownerUserId === userId
}

interface WithBadge {
  setAppBadge?: (count: number) => Promise<void>
}

/** Shows on the installed app's icon how many photos of these users wait to be uploaded. */
export function showBadge(photos: readonly OutboxPhoto[], userIds: readonly number[]): void {
  const waiting = photos.filter(
    (photo) =>
      photo.ownerUserId !== null &&
      userIds.includes(photo.ownerUserId) &&
      photo.state !== 'draft' &&
      isUnsent(photo) &&
      !photo.isUnwanted,
  )
  // Only some browsers have badges; the app says the same inside.
  void (navigator as WithBadge).setAppBadge?.(waiting.length).catch(() => undefined)
}
