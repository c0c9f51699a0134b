import { createHash } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { BlobError } from './blob-store.ts'
import type { BlobContent, StoredBlob } from './blob-store.ts'
import { isOutOfSpace, StorageFull } from '../outages.ts'

/** Written at once: on slow lines bytes come in small pieces, and to begin a write takes longer than the write itself. */
const WRITE_BYTES = 128 * 1024

/**
 * Writes a new file. Once it is whole, the work of `meanwhile` is done, and the disk takes it; without such work the file need not be
 * on disk yet when it resolves. Rejects with a `BlobError` ('too_large') above `limitBytes` and a `StorageFull`, and leaves nothing then.
 */
export async function writeNewFile(
  file: string,
  content: BlobContent,
  limitBytes: number,
  meanwhile?: () => Promise<void>,
): Promise<StoredBlob> {
  try {
    return await write(file, content, limitBytes, meanwhile)
  } catch (error) {
    await rm(file, { force: true })
    throw isOutOfSpace(error) ? new StorageFull(error) : error
  }
}

async function write(
  file: string,
  content: BlobContent,
  limitBytes: number,
  meanwhile?: () => Promise<void>,
): Promise<StoredBlob> {
  const hash = createHash('sha256')
  const handle = await open(file, 'wx')
  let size = 0
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  const flush = async () => {
    const { bytesWritten } = await handle.writev(gathered)
    // It may write less than it is given, as where a disk becomes full.
    const isShort = bytesWritten < gatheredBytes
    if (isShort) await handle.appendFile(Buffer.concat(gathered).subarray(bytesWritten))
    gathered = []
    gatheredBytes = 0
  }
  try {
    for await (const bytes of content instanceof Uint8Array ? [content] : content) {
      size += bytes.length
      if (size > limitBytes) throw new BlobError('too_large')
      hash.update(bytes)
      gathered.push(bytes)
      gatheredBytes += bytes.length
      if (gatheredBytes >= WRITE_BYTES) await flush()
    }
    await flush()
    if (meanwhile) await allOf([handle.sync(), meanwhile()])
  } finally {
    await handle.close()
  }
  return { size, sha256: hash.digest('hex') }
}

/** As `Promise.all`, but all have ended when it rejects: nothing goes on with a file that is closed or removed. */
async function allOf(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}

/** Has the names in a folder on disk when it resolves. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes the files in a folder that were written to last before `leftBefore` (ms since the epoch); answers how many. */
export async function removeOldFiles(folder: string, leftBefore: number): Promise<number> {
  let removed = 0
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const file = path.join(folder, name)
    // Another process may have removed it since.
    const found = await unlessMissing(stat(file))
    if (!found || found.mtimeMs > leftBefore) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}

export async function unlessMissing<T>(attempt: Promise<T>): Promise<T | undefined> {
  try {
    return await attempt
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
