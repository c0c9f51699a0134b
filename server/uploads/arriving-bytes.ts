import type { Readable } from 'node:stream'

const WAITING_BYTES_MAX = 256 * 1024

export type ArrivingBytes = ReturnType<typeof receiveBytes>

/**
 * Takes a body in until it ends, breaks off, or `stop` says that what has come is enough: what has come is there to be taken also
 * then.
 */
export function receiveBytes(body: Readable, stop: AbortSignal) {
  const waiting: Uint8Array[] = []
  let waitingBytes = 0
  let end: 'whole' | 'cut' | undefined
  let wake = () => {}

  function finish(how: 'whole' | 'cut'): void {
    end ??= how
    body.off('data', add)
    body.resume()
    wake()
  }
  function add(chunk: Uint8Array): void {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= WAITING_BYTES_MAX) body.pause()
    wake()
  }
  const cut = () => finish('cut')

  body.on('data', add)
  body.once('end', () => finish('whole'))
  body.on('error', cut)
  body.once('close', cut)
  stop.addEventListener('abort', cut, { once: true })
  // What has happened before is not told again.
  if (stop.aborted || body.destroyed) finish(body.readableEnded ? 'whole' : 'cut')

  async function hasMore(): Promise<boolean> {
    while (waiting.length === 0 && end === undefined) {
      await new Promise<void>((resolve) => (wake = resolve))
    }
    return waiting.length > 0
  }

  return {
    /** Whether there is a byte to take; resolves once one is there, or no more will come. */
    hasMore,
    /** Gives bytes as they come, at most `max` of them; ends early where no more come. */
    async *take(max: number): AsyncGenerator<Uint8Array> {
      let left = max
      while (left > 0 && (await hasMore())) {
        const [first = new Uint8Array()] = waiting
        const piece = first.subarray(0, left)
        if (piece.length === first.length) waiting.shift()
        else waiting[0] = first.subarray(left)
        left -= piece.length
        waitingBytes -= piece.length
        if (end === undefined && waitingBytes < WAITING_BYTES_MAX) body.resume()
        yield piece
      }
    },
    /** Whether it has ended before its end. */
    get isCut() {
      return end === 'cut'
    },
    /** Takes no more: what still comes is read away, so that an answer can be received. */
    release: cut,
  }
}
