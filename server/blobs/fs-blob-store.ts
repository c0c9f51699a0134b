import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { checkKey } from './blob-store.ts'
import type { BlobStore, ListedBlob } from './blob-store.ts'
import { StoreOutage, isOutOfSpace, StorageFull } from '../outages.ts'
import { streamFile } from './byte-streams.ts'
import { isMissing, removeOldFiles, syncFolder, unlessMissing, writeNewFile } from './write-file.ts'

/** Unfinished puts lie here, on the same file system so that a rename is atomic. No key starts with a dot. */
const UNFINISHED = '.unfinished'

/**
 * Keeps blobs as files below `folder`, which is made when missing. Once this or another store of it has put something, every call
 * but a deletion rejects with `StoreOutage` where it is empty or gone: what is written in place of a disk that is not mounted is lost
 * behind it.
 */
export function createFsBlobStore(folder: string): BlobStore {
  const root = path.resolve(folder)
  const unfinished = path.join(root, UNFINISHED)
  const syncedFolders = new Set<string>()
  let isMade = false
  requireThere()

  /** Sees as well that another process has made it meanwhile: it is not to be made again then in place of a disk. */
  function requireThere(): void {
    if (existsSync(unfinished)) isMade = true
    else if (isMade) {
      throw new StoreOutage(
        `${unfinished} is gone: is the disk mounted? If it is, make that folder.`,
      )
    }
  }

  async function unlessAbsent<T>(attempt: Promise<T>): Promise<T | undefined> {
    const found = await unlessMissing(attempt)
    if (found === undefined || !isMade) requireThere()
    return found
  }

  function locate(key: string): string {
    checkKey(key)
    return path.join(root, key)
  }

  /** Makes a folder so that it survives a power cut: its name lies in the folder above, which must be on disk as well. Once is enough. */
  async function makeFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true })
    if (syncedFolders.has(folder)) return
    if (folder !== root) await makeFolder(path.dirname(folder))
    await syncFolder(path.dirname(folder))
    syncedFolders.add(folder)
  }

  /** Moves a file to its place so that the move itself survives a power cut. */
  async function moveInto(file: string, place: string): Promise<void> {
    await rename(file, place)
    await syncFolder(path.dirname(place))
  }

  return {
    async put(key, content, { limitBytes = Infinity, inspect } = {}) {
      const place = locate(key)
      const file = path.join(unfinished, randomUUID())
      try {
        if (!isMade) await mkdir(unfinished, { recursive: true })
        isMade = true
        const stored = await writeNewFile(file, content, limitBytes, async () => {
          await inspect?.(file)
          // Only now: of what is refused nothing stays.
          await makeFolder(path.dirname(place))
        })
        await moveInto(file, place)
        return stored
      } catch (error) {
        await rm(file, { force: true })
        if (isMissing(error)) requireThere()
        throw isOutOfSpace(error) ? new StorageFull(error) : error
      }
    },

    async open(key, { start = 0, end = Infinity } = { start: 0 }) {
      const file = locate(key)
      const found = await unlessAbsent(stat(file))
      if (!found) return undefined
      const stream = streamFile(file, start, Math.min(end + 1, found.size))
      return { size: found.size, modified: found.mtime, stream }
    },

    size: async (key) => (await unlessAbsent(stat(locate(key))))?.size,
    read: async (key) => await unlessAbsent(readFile(locate(key))),
    delete: async (key) => await rm(locate(key), { force: true }),
    async *list(prefix) {
      yield* listFiles(root, prefix)
      requireThere()
    },

    async withFiles(keys, use) {
      const files = keys.map(locate)
      const found = await Promise.all(files.map((file) => unlessAbsent(stat(file))))
      return use(files.map((file, index) => found[index] && file))
    },

    sweep: (olderThanMs) => removeOldFiles(unfinished, Date.now() - olderThanMs),
  }
}

async function* listFiles(root: string, prefix: string): AsyncGenerator<ListedBlob> {
  const top = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  if (top) checkKey(top.slice(0, -1))
  for await (const name of fileNames(path.join(root, top))) {
    const key = top + name
    if (!key.startsWith(prefix) || key.startsWith(UNFINISHED)) continue
    const found = await unlessMissing(stat(path.join(root, key)))
    if (found) yield { key, size: found.size, modified: found.mtime }
  }
}

async function* fileNames(folder: string): AsyncGenerator<string> {
  const entries = await unlessMissing(opendir(folder, { recursive: true }))
  if (!entries) return
  for await (const entry of entries) {
    if (!entry.isFile()) continue
    yield path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')
  }
}
