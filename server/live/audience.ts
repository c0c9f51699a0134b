import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reveal } from './changes.ts'
import { sendTo } from './live-stream.ts'
import type { Listener, LiveStream } from './live-stream.ts'
import { mayHear } from './published-changes.ts'
import type { Published } from './published-changes.ts'

/** To write to 2,000 listeners takes some 30 ms: a request must not wait for all of them. */
const LISTENERS_A_TURN = 25
/** The longest that a timer waits. */
const TIMER_MAX_MS = 2 ** 31 - 1

export interface ListenedEvent extends Reveal {
  id: number
  /** The owner. */
  user_id: number
  viewer: Listener
  /** The newest change when it was found out who listens. */
  live_seq: number
}

/** Those who listen to an event. */
export interface Audience<Event> {
  event: Event
  /** The newest change that was published to it. */
  seq: number
  streams: Set<LiveStream>
  isPublishing: boolean
  /** There may be changes that were not published to it yet. */
  isBehind: boolean
  /** Runs until what guests do not see yet is revealed. */
  revealing: NodeJS.Timeout | undefined
}

/** Whether guests hear of what others added. */
export function isRevealed({ reveal_at, guests_see }: Reveal, nowMs: number): boolean {
  return guests_see === 'all' && (reveal_at === null || reveal_at <= nowMs)
}

/** Has an audience hear what its event's organisers allow now: who may hear less comes back as whom they are. */
export function heedReveal<Event extends ListenedEvent>(
  audience: Audience<Event>,
  reveal: Reveal,
  nowMs: number,
): void {
  audience.event = { ...audience.event, ...reveal }
  const seesAll = isRevealed(reveal, nowMs)
  for (const stream of audience.streams) {
    if (stream.viewer.isOrganiser || stream.viewer.seesAll === seesAll) continue
    if (seesAll) stream.viewer = { ...stream.viewer, seesAll }
    else stream.outgoing.end()
  }
}

/** Calls at the moment at which an audience's event is revealed; in place of what this was asked to call before. */
export function waitForReveal(
  audience: Audience<ListenedEvent>,
  now: () => number,
  onMoment: () => void,
): void {
  clearTimeout(audience.revealing)
  const { reveal_at } = audience.event
  if (reveal_at === null) return
  const left = reveal_at - now()
  if (left <= 0) return onMoment()
  const wait = () => waitForReveal(audience, now, onMoment)
  audience.revealing = setTimeout(wait, Math.min(left, TIMER_MAX_MS)).unref()
}

/** Ends the streams of an audience. */
export function endAll({ streams }: Audience<unknown>): void {
  for (const { outgoing } of streams) outgoing.end()
}

/** Ends the streams of these listeners that began before a change. */
export function endEarlier(
  { streams }: Audience<unknown>,
  changeSeq: number,
  isEnded: (viewer: Listener) => boolean,
): void {
  for (const { viewer, seq, outgoing } of streams) {
    if (seq < changeSeq && isEnded(viewer)) outgoing.end()
  }
}

/** Sends each listener what it may receive of this and has not received yet, in one write. */
export async function send(
  { streams, seq }: Audience<unknown>,
  published: readonly Published[],
): Promise<void> {
  const whole = toBytes(published)
  await inTurns(streams, (stream) => {
    const news = published.filter((each) => each.seq > stream.seq && mayHear(each, stream.viewer))
    stream.seq = Math.max(stream.seq, seq)
    if (news.length > 0) sendTo(stream, news.length === published.length ? whole : toBytes(news))
  })
}

/** Between a few listeners and the next, what else the process has to do has its turn. */
export async function inTurns(
  streams: Iterable<LiveStream>,
  work: (stream: LiveStream) => void,
): Promise<void> {
  let done = 0
  for (const stream of streams) {
    if (done > 0 && done % LISTENERS_A_TURN === 0) await nextTurn()
    work(stream)
    done += 1
  }
}

function toBytes(published: readonly Published[]): Buffer {
  return Buffer.from(published.map(({ frame }) => frame).join(''))
}
