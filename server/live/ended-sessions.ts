import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queries } from '../db/sql.ts'
import type { LiveStream } from './live-stream.ts'

/** Channel that tells that a user has ended sessions; the word is the user's id. */
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
