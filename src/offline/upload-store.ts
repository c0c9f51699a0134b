import { outbox } from '../device/outbox.ts'
import { isUnsent } from '../device/outbox-photo.ts'
import type { OutboxPhoto } from '../device/outbox-photo.ts'
import { readSession } from '../device/token.ts'
import { listenToWorker } from '../uploads/announce.ts'
import { showBadge } from '../uploads/app-badge.ts'
import { pageOutboxes } from './page-outboxes.ts'

/** The photos on this device that concern whoever is signed in. */
export interface UploadSnapshot {
  /** Theirs, and drafts that are nobody's yet, in the order of choosing. */
  photos: readonly OutboxPhoto[]
  /** How many wait for somebody else to sign in. */
  othersWaiting: number
  isLoaded: boolean
}

const listeners = new Set<() => void>()
let snapshot: UploadSnapshot = { photos: [], othersWaiting: 0, isLoaded: false }
let stored: OutboxPhoto[] = []
let stopListening: (() => void) | undefined
let reading: Promise<void> | undefined
let isStale = false

export function currentUploads(): UploadSnapshot {
  return snapshot
}

export function subscribeToUploads(listener: () => void): () => void {
  listeners.add(listener)
  stopListening ??= listenToWorker(({ type }) => {
    if (type === 'UPLOADS_CHANGED') void refreshUploads()
  })
  void refreshUploads()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopListening?.()
    stopListening = undefined
  }
}

/** Reads the outbox again; resolves when `currentUploads` tells what it said after this call. */
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
    snapshot = viewOf(photos, session?.user.id)
    showBadge(photos, session?.user.id)
    for (const listener of listeners) listener()
  }
}

/** All photos of the device and of this page. One that is in both places goes from this page. */
async function listPhotos(): Promise<OutboxPhoto[]> {
  // Storage is forbidden here, or in trouble: what was there at the last look is shown until the next one.
  stored = await outbox.list().catch(() => stored)
  const own = (await Promise.all(pageOutboxes.map((place) => place.outbox.list()))).flat()
  const isElsewhere = ({ key }: OutboxPhoto) => !own.some((photo) => photo.key === key)
  return [...stored.filter(isElsewhere), ...own]
}

function viewOf(photos: OutboxPhoto[], userId: number | undefined): UploadSnapshot {
  const isMine = ({ ownerUserId }: OutboxPhoto) => ownerUserId === null || ownerUserId === userId
  const others = photos.filter((photo) => !isMine(photo) && isUnsent(photo))
  return { photos: photos.filter(isMine), othersWaiting: others.length, isLoaded: true }
}
