import { AS_CHOSEN } from './outbox-photo.ts'
import type { OutboxPhoto } from './outbox-photo.ts'
import type { PhotoChange, Outbox } from './outbox.ts'

/** Above every `seq` of the device, so that these come last. */
const FIRST_SEQ = 1e12

/** An outbox in the page's memory: for photos that the device has no room for. */
export function createMemoryOutbox(): Outbox {
  let photos: OutboxPhoto[] = []
  let lastSeq = FIRST_SEQ
  const bytes = new Map<string, ArrayBuffer>()
  const previews = new Map<string, ArrayBuffer>()
  const notes = new Map<string, unknown>()

  function changeWhere(which: (photo: OutboxPhoto) => boolean, change: PhotoChange): OutboxPhoto[] {
    const changed: OutboxPhoto[] = []
    photos = photos.map((photo) => {
      const changes = which(photo) ? change(photo) : undefined
      if (!changes) return photo
      const now = { ...photo, ...changes }
      changed.push(now)
      return now
    })
    return changed
  }

  const changeOne = (key: string, change: PhotoChange) =>
    changeWhere((photo) => photo.key === key, change)[0]

  return {
    add: async (photo, content) => {
      if (bytes.has(photo.key)) return
      lastSeq += 1
      photos = [...photos, { ...AS_CHOSEN, ...photo, seq: lastSeq, isInMemory: true }]
      bytes.set(photo.key, content)
    },
    list: async () => photos,
    // A copy, as a database gives: a web worker takes the bytes over.
    readBytes: async (key) => bytes.get(key)?.slice(0),
    change: async (key, change) => changeOne(key, change),
    changeAll: async (change) => changeWhere(() => true, change),
    changeWithBytes: async (key, content, change) => {
      const changed = changeOne(key, change)
      if (changed) bytes.set(key, content)
      return changed
    },
    changeAndFreeBytes: async (key, change) => {
      const changed = changeOne(key, change)
      if (changed) bytes.delete(key)
      return changed
    },
    remove: async (which) => {
      const leaving = photos.filter(which)
      for (const { key } of leaving) {
        bytes.delete(key)
        previews.delete(key)
      }
      photos = photos.filter((photo) => !which(photo))
      return leaving.length
    },
    setPreview: async (key, preview) => {
      if (changeOne(key, () => ({ hasPreview: true }))) previews.set(key, preview)
    },
    readPreview: async (key) => previews.get(key),
    readNote: async (name) => notes.get(name),
    writeNote: async (name, value) => void notes.set(name, value),
    changeNote: async (name, change) => {
      const value = change(notes.get(name) ?? undefined)
      if (value !== undefined) notes.set(name, value)
      return value !== undefined
    },
  }
}
