import { useSyncExternalStore } from 'react'
import type { OutboxChange } from '../store/outbox-item.ts'
import type { UploadProgress } from './use-uploads.ts'

// What an Orma's page shows of the outbox, without the scripts of the outbox: on a first visit there is nothing in it. They come
// later, with `publishUploads`.

interface PublishedUploads {
  progressOf: (event_hash: string) => UploadProgress
  changes: readonly OutboxChange[]
}

/** The same list each time: a page on which nothing waits is not drawn again. */
const NO_CHANGES: readonly OutboxChange[] = []
let published: PublishedUploads = {
  progressOf: () => ({ safe: 0, progress: undefined }),
  changes: NO_CHANGES,
}
const listeners = new Set<() => void>()

export function publishedUploads(): PublishedUploads {
  return published
}

export function setPublished({ progressOf, changes }: PublishedUploads): void {
  published = { progressOf, changes: changes.length > 0 ? changes : NO_CHANGES }
  for (const listener of listeners) listener()
}

/** 0 to 1 while photos for this Orma are on their way. */
export function useUploadProgress(event_hash: string): number | undefined {
  return useSyncExternalStore(subscribe, () => published.progressOf(event_hash).progress)
}

/** How many photos of this device the server has for this Orma. */
export function useSafeCount(event_hash: string): number {
  return useSyncExternalStore(subscribe, () => published.progressOf(event_hash).safe)
}

/** The user's changes that wait on this device. */
export function usePublishedChanges(): readonly OutboxChange[] {
  return useSyncExternalStore(subscribe, () => published.changes)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
