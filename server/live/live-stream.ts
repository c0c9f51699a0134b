import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { liveMessage } from '../../contract/live-messages.ts'
import type { LiveMessage } from '../../contract/live-messages.ts'
import type { Queries } from '../db/sql.ts'

/** A listener with this much unsent is too slow: its line is cut, and goes on from its last event when it reconnects. */
const UNREAD_MAX_BYTES = 64 * 1024

export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Or a proxy would keep the events until its buffer is full.
  'x-accel-buffering': 'no',
}

/** Somebody who listens, and what of an event they may hear. */
export interface Listener {
  /** Undefined: not signed in. */
  readonly id: number | undefined
  readonly isOrganiser: boolean
  /** False: of posts they hear of their own alone. */
  readonly seesAll: boolean
}

export interface LiveStream {
  /** Who listens, as they were when they began. */
  viewer: Listener
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

/** Channel that tells that a user has ended sessions; the message is the user's id. */
export const SESSIONS_CHANNEL = 'ended_sessions'

/** SQLite takes 32,766 values in a statement, and answers nothing else meanwhile: 500 take about a millisecond. */
const LOOKED_UP_AT_ONCE = 500

/** Which of these sessions, named by their tokens' hashes, have not ended. */
export type ListValid = (sessions: readonly string[]) => Promise<string[]>

/** Tells listeners that sessions of a user have ended, once the transaction is committed. */
export async function notifySessionsEnded(tx: Queries, user_id: number): Promise<void> {
  await tx.notify(SESSIONS_CHANNEL, String(user_id))
}

/** Ends the streams whose session has ended: who still listens comes back as the guest they are. */
export async function endSignedOut(
  streams: Iterable<LiveStream>,
  listValid: ListValid,
): Promise<void> {
  const bySession = Map.groupBy(streams, ({ session }) => session)
  const sessions = [...bySession.keys()].filter((session) => session !== undefined)
  for (let at = 0; at < sessions.length; at += LOOKED_UP_AT_ONCE) {
    const some = sessions.slice(at, at + LOOKED_UP_AT_ONCE)
    const valid = new Set(await listValid(some))
    const ended = some.filter((session) => !valid.has(session))
    for (const { outgoing } of ended.flatMap((session) => bySession.get(session) ?? [])) {
      outgoing.end()
    }
    // SQLite answers within the same turn: requests go first.
    await nextTurn()
  }
}
