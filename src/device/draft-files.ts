import { clear, del, entries, set } from 'idb-keyval'
import * as v from 'valibot'
import { deviceDatabase, keyStore } from './device-database.ts'
import { inTime } from './wait.ts'
import { randomKey } from './random-key.ts'

const STORE = 'drafts'
const store = keyStore(
  deviceDatabase('orma-drafts', [(db) => void db.createObjectStore(STORE)]),
  STORE,
)

/** In place of a file in a draft, which is stored at each key press: the file lies beside it and is stored once. */
const fileMark = v.strictObject({ fileKey: v.string() })
/** WebKit does not store Blobs in private sessions. */
const storedFile = v.object({ name: v.string(), type: v.string(), bytes: v.instance(ArrayBuffer) })

/** Of the files that are stored, or on their way there. */
const keys = new Map<File, string>()

/** A copy of a draft for JSON. Its files are stored instead of those before; what this device has no room for is left out. */
export function storeFiles(draft: unknown): unknown {
  const used = new Set<string>()
  const json = JSON.stringify(draft, (_name, part: unknown) => {
    if (!(part instanceof File)) return part
    const fileKey = keys.get(part) ?? addFile(part)
    used.add(fileKey)
    return { fileKey }
  })
  for (const [file, key] of keys) {
    if (used.has(key)) continue
    keys.delete(file)
    // With storage in trouble it is forgotten with the draft.
    del(key, store).catch(() => undefined)
  }
  return JSON.parse(json)
}

/** The draft with its files again, without those that are not stored. A file in two places is one. */
export async function restoreFiles(draft: unknown): Promise<unknown> {
  const stored = (await inTime(entries<string, unknown>(store))) ?? []
  const files = new Map(stored.map(([key, value]) => [key, toFile(key, value)]))
  return JSON.parse(JSON.stringify(draft), (_name, part: unknown) => {
    const mark = v.safeParse(fileMark, part)
    return mark.success ? files.get(mark.output.fileKey) : part
  })
}

export async function forgetFiles(): Promise<void> {
  keys.clear()
  await clear(store)
}

function addFile(file: File): string {
  const key = randomKey()
  const { name, type } = file
  const write = async () => {
    const bytes = await file.arrayBuffer()
    // It may have been forgotten meanwhile.
    if (keys.get(file) === key) await set(key, { name, type, bytes }, store)
  }
  keys.set(file, key)
  // No room, or the file is not there any more: tried again at the next change.
  write().catch(() => keys.delete(file))
  return key
}

function toFile(key: string, value: unknown): File | undefined {
  const stored = v.safeParse(storedFile, value)
  if (!stored.success) return undefined
  const { name, type, bytes } = stored.output
  const file = new File([bytes], name, { type })
  keys.set(file, key)
  return file
}
