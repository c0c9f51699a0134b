import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { LIVE_HEARTBEAT_MS, LIVE_STREAMS } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { addressScope } from '../http/client-address.ts'
import { createConcurrencyLimit } from '../limits/limit.ts'
import type { Log } from '../log.ts'
import { CHANGES_CHANNEL, listChanges, readLiveState } from './changes.ts'
import {
  endSignedOut,
  SESSIONS_CHANNEL,
  beginStream,
  frameOf,
  HEARTBEAT,
  sendTo,
} from './live-stream.ts'
import type { ListValid, LiveStream } from './live-stream.ts'
import { mayHear, readMissed, publishChanges, PUBLISHED_AT_ONCE_MAX } from './published-changes.ts'
import type { PublishChange, Published } from './published-changes.ts'

/** Pause between two publications. What happens meanwhile goes out together: a hundred likes in one write to each listener. */
const PAUSE_MS = 150
/** To write to 2,000 listeners takes some 30 ms: a request must not wait for all of them. */
const LISTENERS_A_TURN = 25
/** After the database has failed. */
const RETRY_MS = 2_000

interface LiveHubParts<Event> {
  db: Database
  publish: PublishChange<Event>
  listValid: ListValid
  now: () => number
  log: Log
}

interface NewListener extends Pick<LiveStream, 'session' | 'outgoing'> {
  /** The client's network address. */
  address: string
  /** The change that it received last, as it says; undefined: none. */
  lastSeq: number | undefined
}

export interface LiveHub<Event> {
  /**
   * Answers with the event's live stream: what was missed, then all that happens, until the listener goes. Rejects with
   * 429, before anything is sent, where too many listen.
   */
  join: (event: Event, listener: NewListener) => Promise<void>
  count: () => number
  close: () => void
}

type ListenedEvent = Pick<SeenEvent, 'id' | 'user_id' | 'reveal_at' | 'guests_see' | 'viewer'>

/** The longest that a timer waits. */
const TIMER_MAX_MS = 2 ** 31 - 1

interface Audience<Event> {
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

export function createLiveHub<Event extends ListenedEvent>(
  parts: LiveHubParts<Event>,
): LiveHub<Event> {
  const { db, publish, listValid, log } = parts
  const audiences = new Map<number, Audience<Event>>()
  const limit = createConcurrencyLimit({
    each: LIVE_STREAMS.perAddress,
    inAll: LIVE_STREAMS.perProcess,
  })
  let isClosed = false

  const stopListening = db.listen(CHANGES_CHANNEL, (event_id) => {
    const changed =
      event_id === undefined ? [...audiences.values()] : [audiences.get(Number(event_id))]
    for (const audience of changed) if (audience) void publishAll(audience)
  })
  const stopSessionListening = db.listen(SESSIONS_CHANNEL, (user_id) => {
    void endSignedOutStreams(user_id === undefined ? undefined : Number(user_id))
  })
  const heartbeat = setInterval(() => {
    void inTurns(allStreams(), (stream) => sendTo(stream, HEARTBEAT))
    void endSignedOutStreams()
  }, LIVE_HEARTBEAT_MS).unref()

  function* allStreams(): Generator<LiveStream> {
    for (const { streams } of audiences.values()) yield* streams
  }

  /** Ends the streams, of one user or all, whose session has ended. After a failure the next heartbeat does. */
  async function endSignedOutStreams(user_id?: number): Promise<void> {
    const all = [...allStreams()]
    const streams = user_id === undefined ? all : all.filter(({ viewer }) => viewer.id === user_id)
    await endSignedOut(streams, listValid).catch((error: unknown) => {
      log.error('sessions of live streams could not be looked up', { error })
    })
  }

  /** Publishes to an audience all that is new, and goes on for as long as there is more. */
  async function publishAll(audience: Audience<Event>): Promise<void> {
    audience.isBehind = true
    if (audience.isPublishing) return
    audience.isPublishing = true
    while (audience.isBehind && audience.streams.size > 0) {
      audience.isBehind = false
      try {
        await publishNews(audience)
        await wait(PAUSE_MS)
      } catch (error) {
        log.error('live changes could not be published', { error })
        audience.isBehind = true
        await wait(RETRY_MS, undefined, { ref: false })
      }
    }
    audience.isPublishing = false
  }

  async function publishNews(audience: Audience<Event>): Promise<void> {
    const isNew = sql`seq > ${audience.seq}`
    const changes = await listChanges(db, audience.event.id, isNew, PUBLISHED_AT_ONCE_MAX)
    const last = changes.at(-1)
    // Who may listen, or hears other things from now on, is found out when they come back.
    if (changes.some(({ kind }) => kind === 'pause')) endAll(audience, audience.event.user_id)
    else if (!last && !(await readLiveState(db, audience.event.id))) endAll(audience)
    if (!last) return
    const published = await publishChanges(audience.event, changes, publish)
    audience.seq = last.seq
    if (changes.length === PUBLISHED_AT_ONCE_MAX) audience.isBehind = true
    await send(audience, published)
  }

  async function join(event: Event, listener: NewListener): Promise<void> {
    const { session, outgoing } = listener
    const { viewer } = event
    const release = limit.acquire(addressScope(listener.address))
    outgoing.on('close', release)
    if (outgoing.closed) release()
    const missed = await readAllMissed(event, listener)
    if (outgoing.closed || outgoing.destroyed) return
    const isRefused = !missed || (missed.isPaused && !viewer.isOrganiser)
    if (isClosed || isRefused) return void outgoing.destroy()
    enter(event, { viewer, session, seq: missed.seq, outgoing }, missed.frames)
  }

  /** More may be published while it is read: a newcomer gets that too. */
  async function readAllMissed(event: Event, { lastSeq }: NewListener) {
    const { viewer } = event
    let missed = await readMissed(parts, event, { viewer, lastSeq })
    while (missed && (audiences.get(event.id)?.seq ?? 0) > missed.seq) {
      const { seq, frames } = missed
      const more = await readMissed(parts, event, { viewer, lastSeq: seq })
      missed = more && { ...more, frames: frames + more.frames }
    }
    return missed
  }

  function enter(event: Event, stream: LiveStream, first: string): void {
    const audience = audiences.get(event.id) ?? openAudience(event, stream.seq)
    audience.streams.add(stream)
    // Knows the event by its audience: everybody who joins brings a row of it, which nobody needs for as long as they listen.
    stream.outgoing.on('close', () => {
      const { id } = audience.event
      audience.streams.delete(stream)
      if (audience.streams.size > 0 || audiences.get(id) !== audience) return
      audiences.delete(id)
      clearTimeout(audience.revealing)
    })
    beginStream(stream, first)
    // A change between reading and entering an empty audience was published to nobody.
    void publishAll(audience)
  }

  function openAudience(event: Event, seq: number): Audience<Event> {
    const audience: Audience<Event> = {
      event,
      seq,
      streams: new Set<LiveStream>(),
      isPublishing: false,
      isBehind: false,
      revealing: undefined,
    }
    audiences.set(event.id, audience)
    waitForReveal(audience)
    return audience
  }

  /** At the moment itself everyone who listens is told to load what they may see from then on. */
  function waitForReveal(audience: Audience<Event>): void {
    const { reveal_at, guests_see } = audience.event
    if (reveal_at === null || guests_see === 'own') return
    const left = reveal_at - parts.now()
    if (left > 0) {
      const wait = () => waitForReveal(audience)
      audience.revealing = setTimeout(wait, Math.min(left, TIMER_MAX_MS)).unref()
      return
    }
    const hidden = [...audience.streams].filter(({ viewer }) => !viewer.seesAll)
    const frame = Buffer.from(frameOf(audience.seq, { type: 'RESET' }))
    for (const stream of hidden) stream.viewer = { ...stream.viewer, seesAll: true }
    void inTurns(hidden, (stream) => sendTo(stream, frame))
  }

  return {
    join,
    count: limit.count,
    close() {
      isClosed = true
      stopListening()
      stopSessionListening()
      clearInterval(heartbeat)
      for (const audience of audiences.values()) endAll(audience)
    },
  }
}

/** Ends the streams of an audience, but for those of one user. */
function endAll({ streams }: Audience<unknown>, exceptOf?: number): void {
  for (const { viewer, outgoing } of streams) {
    if (exceptOf === undefined || viewer.id !== exceptOf) outgoing.end()
  }
}

/** Sends each listener what it may receive of this and has not received yet, in one write. */
async function send(
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
async function inTurns(
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
