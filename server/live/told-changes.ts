import type { LiveMessage } from '../../contract/live-messages.ts'
import { LIVE_OVERLAP_MS } from '../../contract/limits.ts'
import type { Database } from '../db/sql.ts'
import { listChangesAfter, listChangesSince, readLiveState } from './changes.ts'
import type { ChangeRow } from './changes.ts'
import { frameOf, placeFrame } from './live-stream.ts'

/** With more to catch up on, asking for everything again is cheaper for both sides. */
export const TOLD_AT_ONCE_MAX = 200

/** A message and who may hear it; `onlyFor` absent: everyone who has the link. */
export interface Telling {
  message: LiveMessage
  onlyFor?: readonly (number | undefined)[]
}

/** Reads the present state of what has changed; undefined: it concerns nobody. */
export type Tell<Event> = (event: Event, change: ChangeRow) => Promise<Telling | undefined>

/** A message ready to be sent. */
export interface Told extends Pick<Telling, 'onlyFor'> {
  seq: number
  frame: string
}

export function isFor({ onlyFor }: Pick<Told, 'onlyFor'>, user_id: number | undefined): boolean {
  return onlyFor === undefined || (user_id !== undefined && onlyFor.includes(user_id))
}

/** The messages of these changes, in order. A message tells the present state, so each thing is told once, at its last change. */
export async function tellChanges<Event>(
  event: Event,
  changes: readonly ChangeRow[],
  tell: Tell<Event>,
): Promise<Told[]> {
  const lasting = new Map<string, ChangeRow>()
  for (const change of changes) {
    const name = [change.kind, change.post_id, change.subject_id].join(' ')
    lasting.delete(name)
    lasting.set(name, change)
  }
  const told: Told[] = []
  for (const change of lasting.values()) {
    const telling: Telling | undefined =
      change.kind === 'reset' ? { message: { type: 'RESET' } } : await tell(event, change)
    if (!telling) continue
    const { message, ...audience } = telling
    told.push({ seq: change.seq, frame: frameOf(change.seq, message), ...audience })
  }
  return told
}

interface Missed {
  /** The newest change that is told of by it. */
  seq: number
  frames: string
  /** Whether the event is closed to all but its owner. */
  isPaused: boolean
}

/** What a listener missed since change `lastSeq` (undefined: it has just loaded the event). Undefined where the event is gone. */
export async function readMissed<Event extends { id: number }>(
  { db, tell, now }: { db: Database; tell: Tell<Event>; now: () => number },
  event: Event,
  { lastSeq, user_id }: { lastSeq: number | undefined; user_id: number | undefined },
): Promise<Missed | undefined> {
  const state = await readLiveState(db, event.id)
  if (!state) return undefined
  const { seq: newest, isPaused } = state
  const limit = TOLD_AT_ONCE_MAX + 1
  const changes =
    lastSeq === undefined
      ? await listChangesSince(db, event.id, now() - LIVE_OVERLAP_MS, limit)
      : await listChangesAfter(db, event.id, lastSeq, limit)
  const seq = Math.max(newest, changes.at(-1)?.seq ?? 0)
  // Changes are numbered without a gap: what is missing was forgotten, or the number is of another database.
  const isWhole = lastSeq === undefined || changes.length === seq - lastSeq
  if (!isWhole || changes.length > TOLD_AT_ONCE_MAX) {
    return { seq: newest, frames: frameOf(newest, { type: 'RESET' }), isPaused }
  }
  const told = await tellChanges(event, changes, tell)
  const frames = told.filter((each) => isFor(each, user_id)).map(({ frame }) => frame)
  return { seq, frames: frames.join('') + placeFrame(seq), isPaused }
}
