import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

const CHUNK_BYTES = 128 * 1024

/**
 * The bytes of a file from `start` up to, not including, `end`. The file is opened at the first read,
 * so that a stream nobody reads (an answer to HEAD) holds nothing open.
 */
export function streamFile(file: string, start: number, end: number): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined
  let position = start

  async function readNext(): Promise<Uint8Array | undefined> {
    if (position >= end) return undefined
    handle ??= await open(file)
    const chunk = new Uint8Array(Math.min(CHUNK_BYTES, end - position))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) throw new Error('The file became shorter while it was read')
    position += bytesRead
    return chunk.subarray(0, bytesRead)
  }

  async function close(): Promise<void> {
    const open = handle
    handle = undefined
    await open?.close()
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await readNext()
          if (chunk) controller.enqueue(chunk)
          if (position < end) return
          await close()
          controller.close()
        } catch (error) {
          await close()
          throw error
        }
      },
      cancel: close,
    },
    // Nothing is read ahead of the reader.
    { highWaterMark: 0 },
  )
}
