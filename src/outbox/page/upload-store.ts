import type { UnwrittenPhoto } from '../../../contract/worker-messages.ts'
import { HELD, changeOutbox } from '../store/change-outbox.ts'
import type { WaitingChange } from '../store/change-outbox.ts'
import { outbox } from '../store/outbox.ts'
import { isUnsent } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { readSession } from '../../device/token.ts'
import { listenToWorker } from '../queue/announce.ts'
import { showBadge } from '../queue/app-badge.ts'
import { isDue } from '../queue/waits.ts'
import { pageOutboxes } from './page-outboxes.ts'

/** The photos and changes on this device that concern the signed-in user. */
interface UploadSnapshot {
  /** The user's photos, and drafts without a user, in the order of choosing. */
  photos: readonly OutboxPhoto[]
  /** Those that wait for somebody else to sign in. */
  others: readonly OutboxPhoto[]
  /** The user's changes that wait; without those that this page is just sending, which it shows itself. */
  changes: readonly WaitingChange[]
  isLoaded: boolean
}

const listeners = new Set<() => void>()
let snapshot: UploadSnapshot = { photos: [], others: [], changes: [], isLoaded: false }
/** Keys of changes that the server has, even if they are still in the outbox. */
const sent = new Set<string>()
let stored: OutboxPhoto[] = []
let unwritten: readonly UnwrittenPhoto[] = []
let stopListening: (() => void) | undefined
let reading: Promise<void> | undefined
let isStale = false

export function currentUploads(): UploadSnapshot {
  return snapshot
}

export function subscribeToUploads(listener: () => void): () => void {
  listeners.add(listener)
  stopListening ??= listenToWorker((message) => {
    if (message.type === 'CHANGE_SENT') sent.add(message.key)
    if (message.type === 'UPLOADS_CHANGED') unwritten = message.unwritten ?? unwritten
    if (message.type !== 'POST_FINISHED') void refreshUploads()
  })
  void refreshUploads()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopListening?.()
    stopListening = undefined
  }
}

/** Reads the outbox again; resolves when `currentUploads` has what it held after this call. */
export function refreshUploads(): Promise<void> {
  isStale = true
  reading ??= readUntilFresh().finally(() => (reading = undefined))
  return reading
}

async function readUntilFresh(): Promise<void> {
  while (isStale) {
    isStale = false
    const [photos, session] = await Promise.all([
      listPhotos(),
      readSession().catch(() => undefined),
    ])
    const changes = await changeOutbox.list().catch(() => snapshot.changes)
    showBadge(photos, session?.user.id)
    const next = viewOf(photos, changes, session?.user.id)
    // A page on which nothing waits, as on most, is not drawn again to show that.
    if (isNothing(snapshot) && isNothing(next)) continue
    snapshot = next
    for (const listener of listeners) listener()
  }
}

/** All photos of the device and of this page. For one that is in both, the one in memory counts. */
async function listPhotos(): Promise<OutboxPhoto[]> {
  // Storage is forbidden or in trouble: the photos of the last read stay.
  stored = await outbox.list().catch(() => stored)
  const own = (await Promise.all(pageOutboxes.map((place) => place.outbox.list()))).flat()
  const isElsewhere = ({ key }: OutboxPhoto) => !own.some((photo) => photo.key === key)
  return [...stored.filter(isElsewhere).map(withUnwritten), ...own]
}

function withUnwritten(photo: OutboxPhoto): OutboxPhoto {
  const isQueued = photo.state === 'waiting' || photo.state === 'sending'
  return { ...photo, ...(isQueued && unwritten.find(({ key }) => key === photo.key)) }
}

function viewOf(
  photos: OutboxPhoto[],
  changes: readonly WaitingChange[],
  userId: number | undefined,
): UploadSnapshot {
  const isMine = ({ ownerUserId }: OutboxPhoto) => ownerUserId === null || ownerUserId === userId
  return {
    photos: photos.filter(isMine),
    others: photos.filter((photo) => !isMine(photo) && isUnsent(photo) && !photo.isUnwanted),
    changes: changes.filter(
      (change) => change.ownerUserId === userId && !sent.has(change.key) && !isHeld(change),
    ),
    isLoaded: true,
  }
}

function isNothing({ isLoaded, photos, others, changes }: UploadSnapshot): boolean {
  return isLoaded && photos.length + others.length + changes.length === 0
}

/**
 * Whether a page shows a change itself. What a page before this one was sending as it was closed has to be shown here, but for a
 * new comment: where the server has it, it would be there twice.
 */
function isHeld(change: WaitingChange): boolean {
  const isOwn = change.queuedAt >= performance.timeOrigin || change.kind === 'comment'
  return change.reasonCode === HELD && isOwn && !isDue(change, Date.now())
}
