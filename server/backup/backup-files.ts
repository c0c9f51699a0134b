import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncFolder, writeNewFile } from '../blobs/write-file.ts'

export interface BackupFile {
  /** Hexadecimal. */
  sha256: string
  /** Bytes. */
  size: number
}

/**
 * The files of a backup folder, each named by the SHA-256 of its bytes: none ever changes, and what two backups have in common
 * lies there once.
 */
export interface BackupFiles {
  /** Adds content unless it is there already. It is on the disk only after `sync`. */
  add: (content: AsyncIterable<Uint8Array>) => Promise<BackupFile & { isNew: boolean }>
  /** Whether a file of this name and length is there. */
  has: (file: BackupFile) => Promise<boolean>
  /** Whether its bytes are those that its name says. */
  isSound: (file: BackupFile) => Promise<boolean>
  read: (file: BackupFile) => AsyncIterable<Uint8Array>
  readLines: (file: BackupFile) => AsyncIterable<string>
  /** Has all that was added on the disk when it resolves. */
  sync: () => Promise<void>
  /** Removes the files that nobody wants, and what an earlier backup left that never ended. */
  removeOthers: (isWanted: (sha256: string) => boolean) => Promise<void>
}

export function createBackupFiles(folder: string): BackupFiles {
  const root = join(folder, 'files')
  const unfinished = join(folder, 'unfinished')
  const changedFolders = new Set<string>()
  const placeOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256)

  async function has({ sha256, size }: BackupFile): Promise<boolean> {
    const found = await stat(placeOf(sha256)).catch(() => undefined)
    return found?.size === size
  }

  return {
    has,
    read: ({ sha256 }) => createReadStream(placeOf(sha256)),
    async *readLines({ sha256 }) {
      yield* await readLines(placeOf(sha256))
    },

    async add(content) {
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
      const draft = join(unfinished, randomUUID())
      try {
        const file = await writeUnfinished(draft, content)
        if (await has(file)) return { ...file, isNew: false }
        const place = placeOf(file.sha256)
        await mkdir(dirname(place), { recursive: true, mode: 0o700 })
        await rename(draft, place)
        changedFolders.add(dirname(place))
        return { ...file, isNew: true }
      } finally {
        await rm(draft, { force: true })
      }
    },

    async isSound(file) {
      if (!(await has(file))) return false
      const hash = createHash('sha256')
      await pipeline(createReadStream(placeOf(file.sha256)), hash)
      return hash.digest('hex') === file.sha256
    },

    async sync() {
      for (const changed of changedFolders) await syncFolder(changed)
      if (changedFolders.size > 0) for (const above of [root, folder]) await syncFolder(above)
      changedFolders.clear()
    },

    async removeOthers(isWanted) {
      await rm(unfinished, { recursive: true, force: true })
      for await (const entry of await opendir(root, { recursive: true })) {
        if (!entry.isFile() || isWanted(entry.name)) continue
        await rm(join(entry.parentPath, entry.name), { force: true })
      }
    },
  }
}

/** Has the content in a new file that is on the disk when it resolves. */
export function writeUnfinished(
  place: string,
  content: AsyncIterable<Uint8Array>,
): Promise<BackupFile> {
  return writeNewFile(place, content, Infinity, async () => {})
}

/**
 * The lines of a file of JSON, read as they are asked for. Node's own `readLines` also ends a line at U+2028 and U+2029, which JSON
 * leaves as they are in people's words.
 */
export async function readLines(place: string): Promise<AsyncIterable<string>> {
  return linesOf((await open(place)).createReadStream({ encoding: 'utf8' }))
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = ''
  for await (const text of texts) {
    const lines = (begun + text).split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
  if (begun !== '') yield begun
}
