import type { ServerResponse } from 'node:http'
import * as v from 'valibot'
import { liveMessage } from '../../contract/live-messages.ts'
import type { LiveMessage } from '../../contract/live-messages.ts'

/** A listener with this much unsent is too slow: its line is cut, and goes on from its last event when it reconnects. */
const UNREAD_MAX_BYTES = 64 * 1024

export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Or a proxy would keep the events until its buffer is full.
  'x-accel-buffering': 'no',
}

/** One who listens to an event. */
export interface LiveStream {
  user_id: number | undefined
  /** Hash of the token that they came with; undefined: a guest. */
  session: string | undefined
  /** The newest change that was told. */
  seq: number
  /** Node's own response: a fourth of the memory of a web stream, for as long as someone listens. */
  outgoing: ServerResponse
}

/** A message as it travels; `seq` comes back as `Last-Event-ID`. */
export function frameOf(seq: number, message: LiveMessage): string {
  return `id: ${seq}\ndata: ${JSON.stringify(v.parse(liveMessage, message))}\n\n`
}

/** Moves `Last-Event-ID` on without a message. */
export function placeFrame(seq: number): string {
  return `id: ${seq}\n\n`
}

/** A comment line, so that both ends see that the line is alive. */
export const HEARTBEAT = Buffer.from(':\n\n')

export function beginStream({ outgoing }: LiveStream, first: string): void {
  // No time-out of its own: the shared heartbeat finds out whether the other end is there.
  outgoing.socket?.setTimeout(0)
  outgoing.writeHead(200, STREAM_HEADERS)
  // By themselves: written with the first message they would stay in memory as the pieces they are put together from.
  outgoing.flushHeaders()
  outgoing.write(first)
}

/** Sends to one who listens, or cuts the line of one who does not read. */
export function sendTo({ outgoing }: LiveStream, bytes: Buffer): void {
  if (outgoing.destroyed || outgoing.writableEnded) return
  if (outgoing.writableLength > UNREAD_MAX_BYTES) outgoing.destroy()
  else outgoing.write(bytes)
}
