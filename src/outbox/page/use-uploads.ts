import { useMemo, useSyncExternalStore } from 'react'
import { NO_NETWORK, isQueued } from '../store/outbox-item.ts'
import { isUnsent } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { setPublished } from './published-uploads.ts'
import { currentUploads, subscribeToUploads } from './upload-store.ts'

/** Who may have forgotten a photo is told after this time. */
const LONG_WAIT_MS = 7 * 24 * 60 * 60_000

export interface Uploads extends ReturnType<typeof summarize> {
  /** False until the outbox was read for the first time. */
  isLoaded: boolean
  /** In the order of choosing; without other users' photos. */
  photos: readonly OutboxPhoto[]
  /** Other photos, which wait for another user to sign in. */
  others: readonly OutboxPhoto[]
  /** The server has refused queued changes, and nobody has been told. */
  hasRefusedChanges: boolean
}

export type UploadProgress = Pick<Uploads, 'safe' | 'progress'>

/** The photos on this device, live: those of one Orma, or all. */
export function useUploads(event_hash?: string): Uploads {
  const snapshot = useSyncExternalStore(subscribeToUploads, currentUploads)
  return useMemo(() => {
    const { isLoaded, changes } = snapshot
    const isHere = (photo: OutboxPhoto) =>
      event_hash === undefined || photo.eventHash === event_hash
    const hasRefusedChanges = changes.some(({ state }) => state === 'refused')
    const photos = snapshot.photos.filter(isHere)
    const others = snapshot.others.filter(isHere)
    return { isLoaded, others, hasRefusedChanges, photos, ...summarize(photos) }
  }, [snapshot, event_hash])
}

/** Publishes uploads and changes, now and at each change. Returns the function that ends it. */
export function publishUploads(): () => void {
  const publish = () => {
    const { photos, changes } = currentUploads()
    const progressOf = (event_hash: string) =>
      summarize(photos.filter((photo) => photo.eventHash === event_hash))
    setPublished({ progressOf, changes })
  }
  publish()
  return subscribeToUploads(publish)
}

export function summarize(photos: readonly OutboxPhoto[], now = Date.now()) {
  const counts = { draft: 0, waiting: 0, sending: 0, processing: 0, done: 0, refused: 0 }
  let all = 0
  let safe = 0
  let arrived = 0
  for (const { state, postId, postStatus, offset, size } of photos) {
    counts[state] += 1
    if (postStatus === 'GONE') continue
    if (state !== 'draft') all += 1
    if (postId !== null) safe += 1
    else if (state === 'waiting' || state === 'sending') arrived += offset / size
  }
  const left = counts.waiting + counts.sending
  const done = (safe + arrived) / Math.max(all, 1)
  return {
    counts,
    /** How many were to be uploaded: all but drafts, and those that were removed from their Orma since. */
    all,
    /** How many of those the server has. */
    safe,
    /** How many are waiting or on their way. */
    left,
    /** 0 to 1: how much the server has of all that were to be uploaded. */
    done,
    /** The same as `done` while something is on its way. */
    progress: left > 0 ? done : undefined,
    /** The server was silent at the last try to send a photo. */
    isWaitingForNetwork: photos.some((photo) => photo.reasonCode === NO_NETWORK && isQueued(photo)),
    /** Those that have been on this device alone for more than a week. */
    waitingLong: photos.filter(
      (photo) => isUnsent(photo) && Math.abs(now - photo.queuedAt) > LONG_WAIT_MS,
    ),
  }
}
