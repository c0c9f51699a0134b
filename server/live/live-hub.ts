import { setTimeout as wait } from 'node:timers/promises'
import { LIVE_HEARTBEAT_MS, LIVE_STREAMS } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'
import { addressScope } from '../http/client-address.ts'
import { createConcurrencyLimit } from '../limits/limit.ts'
import type { Log } from '../log.ts'
import { CHANGES_CHANNEL, listChanges, noteReveal, readLiveState } from './changes.ts'
import type { LiveState } from './changes.ts'
import {
  endAll,
  endEarlier,
  heedReveal,
  inTurns,
  isRevealed,
  send,
  waitForReveal,
} from './audience.ts'
import type { Audience, ListenedEvent } from './audience.ts'
import { endSignedOut, SESSIONS_CHANNEL, beginStream, HEARTBEAT, sendTo } from './live-stream.ts'
import type { ListValid, LiveStream } from './live-stream.ts'
import { readMissed, publishChanges, PUBLISHED_AT_ONCE_MAX } from './published-changes.ts'
import type { PublishChange } from './published-changes.ts'

/** Pause between two publications. What happens meanwhile goes out together: a hundred likes in one write to each listener. */
const PAUSE_MS = 150
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

export function createLiveHub<Event extends ListenedEvent>(
  parts: LiveHubParts<Event>,
): LiveHub<Event> {
  const { db, publish, listValid, now, log } = parts
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
    const isChanged = changes.some(({ kind }) => kind === 'event' || kind === 'pause')
    const state = isChanged || !last ? await readLiveState(db, audience.event.id) : undefined
    if (state) {
      heedReveal(audience, state.reveal, now())
      expectReveal(audience)
    }
    // Who may listen, or hears other things from now on, is found out when they come back.
    for (const { kind, seq, subject_id } of changes) {
      if (kind === 'pause') endEarlier(audience, seq, ({ id }) => id !== audience.event.user_id)
      if (kind === 'role') endEarlier(audience, seq, ({ id }) => id === subject_id)
    }
    if (!last && !state) endAll(audience)
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
    if (event.reveal_at !== null && event.reveal_at <= now()) await reveal(event)
    let missed = await readMissed(parts, event, { viewer, lastSeq: listener.lastSeq })
    for (;;) {
      const isWelcome = missed && (await isAsBefore(event, missed))
      if (outgoing.closed || outgoing.destroyed) return
      if (isClosed || !missed || !isWelcome) return void outgoing.destroy()
      // What was published while this was read, a newcomer gets too. From the last look on nothing is awaited.
      if ((audiences.get(event.id)?.seq ?? 0) <= missed.seq) break
      const { seq, frames } = missed
      const more = await readMissed(parts, event, { viewer, lastSeq: seq })
      missed = more && { ...more, frames: frames + more.frames }
    }
    enter(event, { viewer, session, seq: missed.seq, outgoing }, missed.frames)
  }

  /** Whether what a viewer may hear is what it was when they asked: it may have been changed while it was read. */
  async function isAsBefore({ id, live_seq, viewer }: Event, { reveal }: LiveState) {
    const isChange = sql`seq > ${live_seq} and kind in ('pause', 'role')`
    if ((await listChanges(db, id, isChange, 1)).length > 0) return false
    return viewer.isOrganiser || isRevealed(reveal, now()) === viewer.seesAll
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

  function expectReveal(audience: Audience<Event>): void {
    waitForReveal(audience, now, () => void reveal(audience.event))
  }

  /** Where it fails, whoever comes next has it done. */
  async function reveal({ id }: Event): Promise<void> {
    await noteReveal(db, id, now()).catch((error: unknown) => {
      log.error('an event could not be revealed', { error })
    })
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
    expectReveal(audience)
    return audience
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
