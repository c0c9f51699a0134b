import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { listenAnywhere } from './listening.ts'

/** Faults of the line; without any it is good. */
export interface LineFaults {
  /** Every connection is reset at once, open ones too. */
  refuse?: boolean
  /** Bytes are swallowed: nothing fails, nothing comes. */
  blackHole?: boolean
  latencyMs?: number
  /** Bytes per second of all connections together, from the browser to the server and back. */
  upBytesPerSecond?: number
  downBytesPerSecond?: number
  /** The line fails after all connections together have carried so many bytes back, counted from now. */
  endAfterDownBytes?: number
}

interface LineCounts {
  upBytes: number
  downBytes: number
}

/** A bad line between browser and server, below HTTP, for worker, pages and every engine alike. */
export interface Relay {
  /** Stays the same whatever happens to the line. */
  readonly port: number
  readonly counts: Readonly<LineCounts>
  /** Sets the line's faults, also for connections that are open. */
  set: (faults: LineFaults) => void
  heal: () => void
  close: () => Promise<void>
}

const SLICE_BYTES = 4096

/** Starts a relay to a port of this machine, or to a socket at a path. It begins as a good line. */
export async function startRelay(target: () => number | string): Promise<Relay> {
  const counts: LineCounts = { upBytes: 0, downBytes: 0 }
  const pairs = new Set<[Socket, Socket]>()
  const freeAt = { up: 0, down: 0 }
  let faults: LineFaults = {}
  let downBytesBefore = 0

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (faults.refuse) {
      client.resetAndDestroy()
      return
    }
    const to = target()
    const address = typeof to === 'string' ? { path: to } : { port: to, host: '127.0.0.1' }
    const upstream = connect({ ...address, allowHalfOpen: true })
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    // A reset on one side is passed on to the other.
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => reset(pair))
    client.on('close', () => end(pair))
    upstream.on('close', () => end(pair))
    client.pipe(shape('up', pair)).pipe(upstream)
    upstream.pipe(shape('down', pair)).pipe(client)
  })

  function end(pair: [Socket, Socket]): void {
    pairs.delete(pair)
    // Bytes already read are still sent, so that nothing hangs.
    for (const socket of pair) if (!socket.destroyed) socket.destroySoon()
  }

  function reset(pair: [Socket, Socket]): void {
    pairs.delete(pair)
    for (const socket of pair) {
      // Only TCP has resets.
      if (socket.remotePort === undefined) socket.destroy()
      else socket.resetAndDestroy()
    }
  }

  /** Passes bytes on in one direction, by the present faults. */
  function shape(direction: 'up' | 'down', pair: [Socket, Socket]): Transform {
    let landed = Promise.resolve(true)
    /** Whether the bytes were passed on. */
    function land(slice: Buffer): boolean {
      // Read after the wait: the line may have failed meanwhile.
      if (faults.blackHole || !pairs.has(pair)) return false
      counts[`${direction}Bytes`] += slice.length
      if (counts.downBytes - downBytesBefore > (faults.endAfterDownBytes ?? Infinity)) {
        faults = { refuse: true }
        resetAll()
      }
      return pairs.has(pair)
    }
    return new Transform({
      transform(chunk: Buffer, _, done) {
        void (async () => {
          for (const slice of slices(chunk)) {
            // What nobody waits for any more takes nothing of the line from others.
            if (!pairs.has(pair)) break
            await wait(sendingMs(direction, slice.length))
            // Others follow while it is under way: a long line is not a slow one.
            const travel = wait(faults.latencyMs ?? 0)
            landed = Promise.all([landed, travel]).then(([isOpen]) => {
              const isThere = isOpen && land(slice)
              if (isThere) this.push(slice)
              return isThere
            })
            if (faults.latencyMs === undefined && !(await landed)) return
          }
          done()
        })()
      },
      flush(done) {
        void (async () => {
          if (await landed) done()
        })()
      },
    })
  }

  /** Until the line has room for so many bytes, and has taken them. */
  function sendingMs(direction: 'up' | 'down', bytes: number): number {
    const rate = direction === 'up' ? faults.upBytesPerSecond : faults.downBytesPerSecond
    if (rate === undefined) return 0
    const now = Date.now()
    freeAt[direction] = Math.max(now, freeAt[direction]) + (bytes / rate) * 1000
    return freeAt[direction] - now
  }

  function resetAll(): void {
    for (const pair of pairs) reset(pair)
  }

  return {
    port: await listenAnywhere(server),
    counts,
    set(changed) {
      // Swallowed bytes are gone, so connections that wait for them must not go on.
      if (changed.refuse || faults.blackHole) resetAll()
      faults = changed
      downBytesBefore = counts.downBytes
    },
    heal() {
      if (faults.blackHole) resetAll()
      faults = {}
    },
    async close() {
      resetAll()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Pieces no longer than what a slow line has under way, so that a cut line has carried everything before the cut. */
function* slices(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += SLICE_BYTES) yield chunk.subarray(at, at + SLICE_BYTES)
}
