import { del, get, keys, set } from 'idb-keyval'
import * as v from 'valibot'
import { draftStore, inTurn } from './draft-store.ts'
import { randomKey } from './random-key.ts'

const DRAFT = 'draft'

/** In place of a file, which lies beside the draft and is written once: a draft is stored at each key press. */
const fileMark = v.strictObject({ fileKey: v.string() })
/** WebKit does not store Blobs in private sessions. */
const keptFile = v.object({ name: v.string(), type: v.string(), bytes: v.instance(ArrayBuffer) })

const fileKeys = new WeakMap<File, string>()
let latest: unknown

/**
 * Stores what was entered in a form, in place of what was stored before: plain values and files. What this device has no room for
 * is left out.
 */
export function keepDraft(draft: object): void {
  latest = draft
  // Until its turn comes there may be a later one.
  inTurn(async () => (latest === draft ? write(draft) : undefined)).catch(() => undefined)
}

/** The stored draft; undefined where there is none, or storage is in trouble. A file in two places is one again. */
export async function readDraft(): Promise<unknown> {
  const files = new Map<string, Promise<File | undefined>>()
  const readOnce = (key: string) => {
    const file = files.get(key) ?? readFile(key).catch(() => undefined)
    files.set(key, file)
    return file
  }
  const draft = await inTurn(() => get<unknown>(DRAFT, draftStore)).catch(() => undefined)
  return replace(draft, (value) => {
    const mark = v.safeParse(fileMark, value)
    return mark.success ? { by: readOnce(mark.output.fileKey) } : undefined
  })
}

async function write(draft: object): Promise<void> {
  const before = await keys<string>(draftStore)
  const used = new Set([DRAFT])
  const packed = await replace(draft, (value) => {
    if (!(value instanceof File)) return undefined
    const key = fileKeys.get(value) ?? randomKey()
    fileKeys.set(value, key)
    used.add(key)
    return { by: before.includes(key) ? Promise.resolve({ fileKey: key }) : writeFile(key, value) }
  })
  await set(DRAFT, packed, draftStore)
  for (const key of before) if (!used.has(key)) await del(key, draftStore)
}

async function writeFile(key: string, file: File): Promise<unknown> {
  const { name, type } = file
  try {
    await set(key, { name, type, bytes: await file.arrayBuffer() }, draftStore)
    return { fileKey: key }
  } catch {
    // No room, or the file is not there any more: what was typed is kept all the same.
    return undefined
  }
}

async function readFile(key: string): Promise<File | undefined> {
  const kept = v.safeParse(keptFile, await get<unknown>(key, draftStore))
  if (!kept.success) return undefined
  const { name, type, bytes } = kept.output
  const file = new File([bytes], name, { type })
  fileKeys.set(file, key)
  return file
}

/** A copy of a value, with other values in it wherever `replacementOf` gives one. */
async function replace(
  value: unknown,
  replacementOf: (value: unknown) => { by: Promise<unknown> } | undefined,
): Promise<unknown> {
  const replacement = replacementOf(value)
  if (replacement) return replacement.by
  const within = (each: unknown) => replace(each, replacementOf)
  if (Array.isArray(value)) return Promise.all(value.map(within))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([name, each]) => [name, await within(each)])
  return Object.fromEntries(await Promise.all(entries)) as unknown
}
