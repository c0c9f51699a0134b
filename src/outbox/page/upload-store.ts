import type { WorkerMessage } from '../../../contract/worker-messages.ts'
import { readSessions } from '../../device/token.ts'
import { listenToWorker } from '../queue/announce.ts'
import { showBadge } from '../queue/photo-actions.ts'
import type { OutboxChange, OutboxItem } from '../store/outbox-item.ts'
import { isChange, isPhoto } from '../store/outbox-item.ts'
import { isUnsent } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { outbox } from '../store/outbox.ts'
import { memoryOutbox } from './page-outboxes.ts'

/** What the outbox has of the signed-in user. */
interface UploadSnapshot {
  /** The user's photos, and drafts without a user, in the order of choosing. */
  photos: readonly OutboxPhoto[]
  /** Those that wait for somebody else to sign in. */
  others: readonly OutboxPhoto[]
  /** The user's changes, in the order of doing; without those whose answers are shown. */
  changes: readonly OutboxChange[]
  isLoaded: boolean
}

const listeners = new Set<() => void>()
let snapshot: UploadSnapshot = { photos: [], others: [], changes: [], isLoaded: false }
/** What the device's outbox held when it was last read; undefined: not read yet. */
let stored: OutboxItem[] | undefined
let items: OutboxItem[] = []
/** Those in whose names this device sends. */
let userIds: readonly number[] = []
/** Changes of this page that were not read back yet. */
const unread = new Map<string, OutboxChange>()
/** Keys of changes whose answers are in what is shown, while they may be in the outbox still. */
const answered = new Set<string>()
let stopListening: (() => void) | undefined
let reading: Promise<void> = Promise.resolve()
/** The reading after that, for all who ask meanwhile: what is being read may be from before. */
let nextReading: Promise<void> | undefined

export function currentUploads(): UploadSnapshot {
  return snapshot
}

export function subscribeToUploads(listener: () => void): () => void {
  listeners.add(listener)
  stopListening ??= listenToWorker(heed)
  void refreshUploads()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopListening?.()
    stopListening = undefined
  }
}

/** Shows a change of this page until it is read back: in the task of the press. */
export function showUnread(change: Omit<OutboxChange, 'seq'>): void {
  unread.set(change.key, { ...change, seq: Number.MAX_SAFE_INTEGER })
  publish()
}

/** For one that was read back, or has left the outbox since. */
export function forgetUnread(key: string): void {
  unread.delete(key)
  publish()
}

/** Shows a change no longer, because its answer is shown. False where this was done before. */
export function noteAnswered(key: string): boolean {
  if (answered.has(key)) return false
  answered.add(key)
  publish()
  return true
}

/** Reads the outbox again; resolves when `currentUploads` has what it held after this call. */
export function refreshUploads(): Promise<void> {
  const begin = () => {
    nextReading = undefined
    reading = readOutboxes()
    return reading
  }
  nextReading ??= reading.then(begin, begin)
  return nextReading
}

function heed(message: WorkerMessage): void {
  if (message.type !== 'POST_FINISHED') void refreshUploads()
}

async function readOutboxes(): Promise<void> {
  const [sessions, device, inMemory] = await Promise.all([
    readSessions().catch(() => []),
    // Storage is forbidden or in trouble: what was read last stays.
    outbox.list().catch(() => stored ?? []),
    memoryOutbox.list(),
  ])
  stored = device.map(asBefore)
  userIds = sessions.map(({ user }) => user.id)
  // For one that is in both, the one in memory counts.
  const isElsewhere = ({ key }: OutboxItem) => !inMemory.some((item) => item.key === key)
  items = [...stored.filter(isElsewhere), ...inMemory]
  showBadge(items.filter(isPhoto), userIds)
  publish()
}

/** What did not change since the last reading stays the same object, so that it is not drawn again. */
function asBefore(item: OutboxItem): OutboxItem {
  const before = stored?.find(({ seq }) => seq === item.seq)
  return before && isSame(before, item) ? before : item
}

/** Field by field, and without lists of them: a hundred records are read again with each that is sent. */
function isSame(one: OutboxItem, other: OutboxItem): boolean {
  const names = Object.keys(one)
  const isAsThere = (name: string) => {
    const value: unknown = Reflect.get(one, name)
    const there: unknown = Reflect.get(other, name)
    return (
      Object.is(value, there) ||
      (typeof value === 'object' && JSON.stringify(value) === JSON.stringify(there))
    )
  }
  return names.length === Object.keys(other).length && names.every(isAsThere)
}

function publish(): void {
  const next = currentView()
  // A page on which nothing waits, as on most, is not drawn again to show that.
  if (isNothing(snapshot) && isNothing(next)) return
  snapshot = next
  for (const listener of listeners) listener()
}

function currentView(): UploadSnapshot {
  const photos = items.filter(isPhoto)
  const changes = items.filter(isChange)
  const isOwned = ({ ownerUserId }: OutboxItem) =>
    ownerUserId !== null && userIds.includes(ownerUserId)
  const isMine = (photo: OutboxPhoto) => photo.ownerUserId === null || isOwned(photo)
  const listed = changes.filter(isOwned)
  const isListed = (key: string) => changes.some((change) => change.key === key)
  const others = [...unread.values()].filter(({ key }) => !isListed(key))
  return {
    photos: photos.filter(isMine),
    others: photos.filter((photo) => !isMine(photo) && isUnsent(photo) && !photo.isUnwanted),
    changes: [...listed, ...others].filter(({ key }) => !answered.has(key)),
    isLoaded: stored !== undefined,
  }
}

function isNothing({ isLoaded, photos, others, changes }: UploadSnapshot): boolean {
  return isLoaded && photos.length + others.length + changes.length === 0
}
