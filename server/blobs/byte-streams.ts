import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { withinTime, StoreOutage } from '../outages.ts'

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

/** For the next bytes, once they are asked for. */
const STALL_MS = 20_000

/**
 * A stream from a store elsewhere, which fails with `StoreOutage` where the store breaks off or says nothing more. How slowly it is read
 * does not matter.
 */
export function watchStream(
  source: ReadableStream<Uint8Array>,
  stallMs = STALL_MS,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      try {
        const { done, value } = await withinTime('next bytes', reader.read(), stallMs)
        if (!done) return controller.enqueue(value as Uint8Array<ArrayBuffer>)
        controller.close()
        controller.byobRequest?.respond(0)
      } catch (error) {
        // A stalled one would hold its connection for ever.
        await Promise.race([reader.cancel(error).catch(() => undefined), Promise.resolve()])
        throw new StoreOutage(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
