import type { User } from '../../../contract/entities.ts'
import { NAME_MAX, NAME_NUMBER_LENGTH } from '../../../contract/limits.ts'
import type { OutboxItem } from '../store/outbox-item.ts'
import type { Outbox } from '../store/outbox.ts'
import { hashBytes } from '../store/outbox-photo.ts'
import { allOutboxes } from './page-outboxes.ts'

/**
 * `id` may become another: of an account that was made anew, or on a server whose backup was restored. `phone` is its key; of a guest by
 * name, Orma and name are.
 */
export type Owner = Pick<User, 'id' | 'phone'> & Partial<Pick<User, 'guestOf' | 'name'>>

/** `ownerUserId` of what belongs to somebody who is not known by an id now. */
const NOBODY_KNOWN = 0

/**
 * What waits on this device is marked for the users who were signed in, and `next`, where there is one, gets what is theirs. To be
 * done while id and number of these users are known. `before`: who the device remembers, then who the page shows. Never rejects:
 * storage in trouble leaves it as it is.
 */
export async function handOver(before: readonly Owner[], next?: Owner): Promise<void> {
  const work = allOutboxes.map(async (place) => {
    for (const user of before) await markOwner(place, user)
    if (next) await claimOwned(place, next)
  })
  await Promise.allSettled(work)
}

/** Marks what waits for this user as theirs, whatever id they will have. What is marked stays with whom it was marked for. */
export async function markOwner(outbox: Outbox, user: Owner): Promise<void> {
  const ownerMark = await markOf(user)
  if (ownerMark === null) return
  await outbox.changeAll((record) =>
    record.ownerUserId === user.id && !record.ownerMark ? { ownerMark } : undefined,
  )
}

/** Gives this user what is marked as theirs, and takes from their id what is marked as another person's. */
export async function claimOwned(outbox: Outbox, user: Owner): Promise<void> {
  const own = await markOf(user)
  if (own === null) return
  await outbox.changeAll(({ ownerUserId, ownerMark }) => {
    if (!ownerMark) return undefined
    const isOwn = ownerMark === own
    if (isOwn === (ownerUserId === user.id)) return undefined
    return { ownerUserId: isOwn ? user.id : NOBODY_KNOWN }
  })
}

/** Known before a transaction begins, which would not wait for it. Null as `hashBytes`. A hash, so that no number stays here to be read. */
function markOf({ phone, guestOf, name }: Owner): Promise<string | null> {
  const who = guestOf === undefined ? phone : `guest of ${guestOf} ${withoutNumber(name ?? '')}`
  return hashBytes(new TextEncoder().encode(`orma-owner ${who}`).buffer)
}

/** The name that a guest gave: the server puts a number behind it where another has it. */
function withoutNumber(name: string): string {
  const [...letters] = name.replace(/ \(\d+\)$/, '')
  return letters.slice(0, NAME_MAX - NAME_NUMBER_LENGTH).join('')
}

/** Makes this user's what guests by name did here. Rejects where storage is in trouble: it is theirs then, in part or all. */
export async function adoptItems(
  guestIds: readonly number[],
  { id }: Pick<User, 'id'>,
): Promise<void> {
  const adopt = ({ ownerUserId }: OutboxItem) =>
    ownerUserId !== null && guestIds.includes(ownerUserId)
      ? { ownerUserId: id, ownerMark: null }
      : undefined
  await Promise.all(allOutboxes.map((place) => place.changeAll(adopt)))
}
