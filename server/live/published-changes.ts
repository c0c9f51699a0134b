import type { LiveMessage } from '../../contract/live-messages.ts'
import { LIVE_OVERLAP_MS } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import { listChanges, readLiveState } from './changes.ts'
import type { ChangeRow, LiveState } from './changes.ts'
import { frameOf, placeFrame } from './live-stream.ts'
import type { Listener } from './live-stream.ts'

/** With more to catch up on, asking for everything again is cheaper for both sides. */
export const PUBLISHED_AT_ONCE_MAX = 200

/** A message and who may hear it; `isFor` absent: everyone who listens. */
export interface Publication {
  message: LiveMessage
  isFor?: (viewer: Listener) => boolean
}

/** Reads the present state of what has changed, as it is told to one and another; none: it concerns nobody. */
export type PublishChange<Event> = (event: Event, change: ChangeRow) => Promise<Publication[]>

export interface Published extends Pick<Publication, 'isFor'> {
  seq: number
  frame: string
}

export function mayHear({ isFor }: Pick<Published, 'isFor'>, viewer: Listener): boolean {
  return isFor?.(viewer) ?? true
}

/** The messages of these changes, in order. A message tells the present state, so each thing is published once, at its last change. */
export async function publishChanges<Event>(
  event: Event,
  changes: readonly ChangeRow[],
  publish: PublishChange<Event>,
): Promise<Published[]> {
  const lasting = new Map<string, ChangeRow>()
  for (const change of changes) {
    const name = [change.kind, change.post_id, change.subject_id].join(' ')
    lasting.delete(name)
    lasting.set(name, change)
  }
  const published: Published[] = []
  for (const change of lasting.values()) {
    const { seq } = change
    const publications: Publication[] =
      change.kind === 'reset' ? [{ message: { type: 'RESET' } }] : await publish(event, change)
    for (const { message, ...audience } of publications) {
      published.push({ seq, frame: frameOf(seq, message), ...audience })
    }
  }
  return published
}

interface Missed extends LiveState {
  /** Of the newest change that is published of by them; the event's state is as of them. */
  frames: string
}

/** What a listener missed since change `lastSeq` (undefined: it has just loaded the event). Undefined where the event is gone. */
export async function readMissed<Event extends { id: number }>(
  { db, publish, now }: { db: Database; publish: PublishChange<Event>; now: () => number },
  event: Event,
  { lastSeq, viewer }: { lastSeq: number | undefined; viewer: Listener },
): Promise<Missed | undefined> {
  const state = await readLiveState(db, event.id)
  if (!state) return undefined
  const { seq: newest } = state
  const limit = PUBLISHED_AT_ONCE_MAX + 1
  const isMissed =
    lastSeq === undefined ? sql`created_at > ${now() - LIVE_OVERLAP_MS}` : sql`seq > ${lastSeq}`
  const changes = await listChanges(db, event.id, isMissed, limit)
  const seq = Math.max(newest, changes.at(-1)?.seq ?? 0)
  // Changes are numbered without a gap: what is missing was forgotten, or the number is of another database.
  const isWhole = lastSeq === undefined || changes.length === seq - lastSeq
  if (!isWhole || changes.length > PUBLISHED_AT_ONCE_MAX) {
    return { ...state, frames: frameOf(newest, { type: 'RESET' }) }
  }
  const published = await publishChanges(event, changes, publish)
  const frames = published.filter((each) => mayHear(each, viewer)).map(({ frame }) => frame)
  return { ...state, seq, frames: frames.join('') + placeFrame(seq) }
}
