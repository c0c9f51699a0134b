import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { BlobError } from './blob-store.ts'
import type { BlobContent, StoredBlob } from './blob-store.ts'

/** Written at once: on slow lines bytes come in small pieces, and to begin a write takes longer than the write itself. */
const WRITE_BYTES = 128 * 1024

/**
 * Writes a new file. Once it is whole, the work of `meanwhile` is done, and the disk takes it; without such work the file need not be
 * on disk yet when it resolves. Rejects with a `BlobError` ('too_large') above `limitBytes`, and leaves the file to its caller then.
 */
export async function writeNewFile(
  file: string,
  content: BlobContent,
  limitBytes: number,
  meanwhile?: () => Promise<void>,
): Promise<StoredBlob> {
  const hash = createHash('sha256')
  const handle = await open(file, 'wx')
  const writer = createWriter(handle)
  let size = 0
  try {
    for await (const bytes of content instanceof Uint8Array ? [content] : content) {
      size += bytes.length
      if (size > limitBytes) throw new BlobError('too_large')
      hash.update(bytes)
      await writer.add(bytes)
    }
    await writer.end()
    if (meanwhile) await allOf([handle.sync(), meanwhile()])
  } finally {
    await writer.idle()
    await handle.close()
  }
  return { size, sha256: hash.digest('hex') }
}

/** Writes what has come while more comes: at most two writes' worth of bytes wait. */
function createWriter(handle: FileHandle) {
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  let writing = Promise.resolve()

  async function begin(): Promise<void> {
    await writing
    writing = writeAll(handle, gathered)
    // Heard of by who awaits it next.
    writing.catch(() => undefined)
    gathered = []
    gatheredBytes = 0
  }

  return {
    async add(bytes: Uint8Array): Promise<void> {
      gathered.push(bytes)
      gatheredBytes += bytes.length
      if (gatheredBytes >= WRITE_BYTES) await begin()
    },
    async end(): Promise<void> {
      await begin()
      await writing
    },
    /** Resolves once nothing is being written, whatever became of it. */
    idle: () => writing.catch(() => undefined),
  }
}

/** One call may write less than it is given, as where a disk becomes full. */
async function writeAll(handle: FileHandle, parts: Uint8Array[]): Promise<void> {
  let left = parts
  while (left.length > 0) {
    const { bytesWritten } = await handle.writev(left)
    left = without(left, bytesWritten)
  }
}

function without(parts: readonly Uint8Array[], count: number): Uint8Array[] {
  let cut = count
  return parts.flatMap((part) => {
    const rest = part.subarray(cut)
    cut = Math.max(0, cut - part.length)
    return rest.length > 0 ? [rest] : []
  })
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
