import type { ItemChange, OutboxItem } from './outbox-item.ts'
import type { Outbox } from './outbox.ts'

/** Above every `seq` of the device, so that these come last. */
const FIRST_SEQ = 1e12

/** An outbox in the page's memory: for what the device has no room for. */
export function createMemoryOutbox(): Outbox {
  let items: OutboxItem[] = []
  let lastSeq = FIRST_SEQ
  const bytesByKey = new Map<string, ArrayBuffer>()
  const previews = new Map<string, ArrayBuffer>()
  const notes = new Map<string, unknown>()

  function changeWhere(which: (item: OutboxItem) => boolean, change: ItemChange): OutboxItem[] {
    const changed: OutboxItem[] = []
    items = items.map((item) => {
      const changes = which(item) ? change(item) : undefined
      if (!changes) return item
      const now = { ...item, ...changes } as OutboxItem
      changed.push(now)
      return now
    })
    return changed
  }

  return {
    add: async (item, bytes) => {
      if (items.some(({ key }) => key === item.key)) return
      lastSeq += 1
      items = [...items, { ...item, seq: lastSeq, isInMemory: true }]
      if (bytes) bytesByKey.set(item.key, bytes)
    },
    list: async () => items,
    // A copy, as a database gives: a web worker takes the bytes over.
    readBytes: async (key) => bytesByKey.get(key)?.slice(0),
    change: async (key, change, bytes) => {
      const [changed] = changeWhere((item) => item.key === key, change)
      if (changed && bytes) bytesByKey.set(key, bytes)
      if (changed && bytes === null) bytesByKey.delete(key)
      return changed
    },
    changeAll: async (change) => changeWhere(() => true, change),
    remove: async (which) => {
      const leaving = items.filter(which)
      for (const { key } of leaving) {
        bytesByKey.delete(key)
        previews.delete(key)
      }
      items = items.filter((item) => !which(item))
      return leaving.length
    },
    setPreview: async (key, preview) => {
      if (items.some((item) => item.key === key)) previews.set(key, preview)
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
