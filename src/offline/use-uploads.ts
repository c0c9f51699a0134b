import { useMemo, useSyncExternalStore } from 'react'
import { NO_NETWORK } from '../device/outbox-photo.ts'
import type { OutboxPhoto, PhotoState } from '../device/outbox-photo.ts'
import { currentUploads, subscribeToUploads } from './upload-store.ts'

export interface Uploads {
  /** False until the outbox was read for the first time. */
  isLoaded: boolean
  /** In the order of choosing; another user's are not among them. */
  photos: readonly OutboxPhoto[]
  counts: Readonly<Record<PhotoState, number>>
  /** All that were to be uploaded: everything but drafts. */
  all: number
  /** How many of those the server has. */
  safe: number
  /** 0 to 1 while something is on its way; undefined when nothing is. */
  progress: number | undefined
  /** The server could not be reached the last time a photo was to go. */
  isWaitingForNetwork: boolean
  /** How many wait on this device for somebody else to sign in. */
  othersWaiting: number
}

/** The photos on this device, live: those of one Orma, or all. */
export function useUploads(event_hash?: string): Uploads {
  const snapshot = useSyncExternalStore(subscribeToUploads, currentUploads)
  return useMemo(() => {
    const { isLoaded, othersWaiting } = snapshot
    const photos = snapshot.photos.filter(
      (photo) => event_hash === undefined || photo.eventHash === event_hash,
    )
    return { isLoaded, othersWaiting, photos, ...summarize(photos) }
  }, [snapshot, event_hash])
}

/** What the photos come to. */
export function summarize(photos: readonly OutboxPhoto[]) {
  const counts = { draft: 0, waiting: 0, sending: 0, processing: 0, done: 0, refused: 0 }
  let safe = 0
  for (const { state, postId } of photos) {
    counts[state] += 1
    if (postId !== null) safe += 1
  }
  const all = photos.length - counts.draft
  const isUnderWay = counts.waiting + counts.sending > 0
  return {
    counts,
    all,
    safe,
    progress: isUnderWay ? safe / all : undefined,
    isWaitingForNetwork: photos.some(
      ({ state, reasonCode }) =>
        reasonCode === NO_NETWORK && (state === 'waiting' || state === 'sending'),
    ),
  }
}
