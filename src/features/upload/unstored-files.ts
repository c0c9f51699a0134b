import { useSyncExternalStore } from 'react'
import { blockReload } from '../../worker/reload-guard.ts'

const NONE: readonly string[] = []
/** Keys of the files of each Orma that are being stored, whichever screen they were chosen on. */
const unstored = new Map<string, readonly string[]>()
const listeners = new Set<() => void>()
blockReload(() => unstored.size > 0)

/**
 * Notes files of an Orma that are being stored, by the keys under which they will be. Gives the function that ends it. While any is,
 * whoever closes the page is asked.
 */
export function noteUnstored(event_hash: string, keys: readonly string[]): () => void {
  setUnstored(event_hash, [...unstoredOf(event_hash), ...keys])
  return () => endUnstored(event_hash, keys)
}

/** For files that are stored and shown, or are not going to be: one that is removed later is not waited for again. */
export function endUnstored(event_hash: string, keys: readonly string[]): void {
  const ended = new Set(keys)
  const all = unstoredOf(event_hash)
  const left = all.filter((key) => !ended.has(key))
  if (left.length < all.length) setUnstored(event_hash, left)
}

function setUnstored(event_hash: string, keys: readonly string[]): void {
  if (keys.length > 0) unstored.set(event_hash, keys)
  else unstored.delete(event_hash)
  // Not for good: a page that listens to it may not be kept for going back to it.
  if (unstored.size > 0) window.addEventListener('beforeunload', askToStay)
  else window.removeEventListener('beforeunload', askToStay)
  for (const listener of listeners) listener()
}

/** Keys of the files that are being stored. Some of them are there already, and stand among the photos too. */
export function useUnstored(event_hash: string): readonly string[] {
  return useSyncExternalStore(subscribe, () => unstoredOf(event_hash))
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // What older browsers heed.
  event.returnValue = true
}

function unstoredOf(event_hash: string): readonly string[] {
  return unstored.get(event_hash) ?? NONE
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let storing: Promise<unknown> = Promise.resolve()

/** Has previews wait until these photos are stored. */
export function noteStoring(photos: Promise<unknown>): void {
  storing = Promise.allSettled([storing, photos])
}

/** Resolves when no photo is being stored: that goes before all previews, which keep a slow phone busy. */
export function whenStored(): Promise<unknown> {
  return storing
}

/** The files of stored photos, by the photos' keys, until their previews are made. */
const files = new Map<string, File>()

export function noteFile(key: string, file: File): void {
  files.set(key, file)
}

/** The file of a photo that was chosen on this page, once: its bytes need not be read back. */
export function takeFile(key: string): File | undefined {
  const file = files.get(key)
  files.delete(key)
  return file
}
