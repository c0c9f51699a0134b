import { withinTime, StoreOutage } from '../outages.ts'

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
