import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

const CHUNK_BYTES = 128 * 1024

/**
 * The bytes of a file from `start` up to, not including, `end`. The file is opened at the first read,
 * so that a stream nobody reads (an answer to HEAD) holds nothing open. A byte stream: whoever reads much brings memory of their own.
 */
export function streamFile(file: string, start: number, end: number): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined
  let position = start

  async function readInto({ buffer, byteOffset, byteLength }: ArrayBufferView): Promise<number> {
    if (position >= end) return 0
    handle ??= await open(file)
    const chunk = new Uint8Array(buffer, byteOffset, Math.min(byteLength, end - position))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) throw new Error('The file became shorter while it was read')
    position += bytesRead
    return bytesRead
  }

  async function close(): Promise<void> {
    const open = handle
    handle = undefined
    await open?.close()
  }

  return new ReadableStream({
    type: 'bytes',
    autoAllocateChunkSize: Math.max(1, Math.min(CHUNK_BYTES, end - start)),
    // Called for a reader alone, so that there always is a request; nothing is read ahead.
    async pull(controller) {
      const { byobRequest } = controller
      if (!byobRequest?.view) return
      try {
        const bytesRead = await readInto(byobRequest.view)
        if (position < end) return byobRequest.respond(bytesRead)
        await close()
        if (bytesRead > 0) byobRequest.respond(bytesRead)
        controller.close()
        if (bytesRead === 0) byobRequest.respond(0)
      } catch (error) {
        await close()
        throw error
      }
    },
    cancel: close,
  })
}
