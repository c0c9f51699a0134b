import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { LIVE_HEARTBEAT_MS, LIVE_STREAMS } from '../../contract/limits.ts'
import type { Database } from '../db/sql.ts'
import { addressScope } from '../http/client-address.ts'
import { createSeats } from '../limits/seats.ts'
import type { Log } from '../log.ts'
import { CHANGES_CHANNEL, listChangesAfter, readLiveState } from './changes.ts'
import { endSignedOut, SESSIONS_CHANNEL, beginStream, HEARTBEAT, sendTo } from './live-stream.ts'
import type { ListValid, LiveStream } from './live-stream.ts'
import { isFor, readMissed, tellChanges, TOLD_AT_ONCE_MAX } from './told-changes.ts'
import type { Tell, Told } from './told-changes.ts'

/** Pause between two tellings. What happens meanwhile goes out together: a hundred likes in one write to each listener. */
const PAUSE_MS = 150
/** To write to 2,000 listeners takes some 30 ms: a request must not wait for all of them. */
const LISTENERS_A_TURN = 25
/** After the database has failed. */
const RETRY_MS = 2_000

interface LiveHubParts<Event> {
  db: Database
  tell: Tell<Event>
  listValid: ListValid
  now: () => number
  log: Log
}

export interface NewListener extends Pick<LiveStream, 'user_id' | 'session' | 'outgoing'> {
  /** The client's network address. */
  address: string
  /** The change that it heard last, as it says; undefined: none. */
  lastSeq: number | undefined
}

/** The live streams of this process. */
export interface LiveHub<Event> {
  /**
   * Answers with the event's live stream: what was missed, then all that happens, until the listener goes. Rejects with
   * 429, before anything is sent, where too many listen.
   */
  join: (event: Event, listener: NewListener) => Promise<void>
  /** How many listen. */
  count: () => number
  /** Ends every stream. */
  close: () => void
}

interface ListenedEvent {
  id: number
  /** The owner. */
  user_id: number
}

/** An event that someone listens to. */
interface Room<Event> {
  event: Event
  /** The newest change that was told here. */
  seq: number
  streams: Set<LiveStream>
  isTelling: boolean
  /** There may be changes that the room was not told yet. */
  isBehind: boolean
}

export function createLiveHub<Event extends ListenedEvent>(
  parts: LiveHubParts<Event>,
): LiveHub<Event> {
  const { db, tell, listValid, log } = parts
  const rooms = new Map<number, Room<Event>>()
  const seats = createSeats({ each: LIVE_STREAMS.perAddress, inAll: LIVE_STREAMS.perProcess })
  let isClosed = false

  const stopListening = db.listen(CHANGES_CHANNEL, (event_id) => {
    const changed = event_id === undefined ? [...rooms.values()] : [rooms.get(Number(event_id))]
    for (const room of changed) if (room) void tellAll(room)
  })
  const stopHearingOfSessions = db.listen(SESSIONS_CHANNEL, (user_id) => {
    void sendSignedOutAway(user_id === undefined ? undefined : Number(user_id))
  })
  const heartbeat = setInterval(() => {
    void inTurns(allStreams(), (stream) => sendTo(stream, HEARTBEAT))
    void sendSignedOutAway()
  }, LIVE_HEARTBEAT_MS).unref()

  function* allStreams(): Generator<LiveStream> {
    for (const { streams } of rooms.values()) yield* streams
  }

  /** Ends the streams, of one user or all, whose session has ended. After a failure the next heartbeat does. */
  async function sendSignedOutAway(user_id?: number): Promise<void> {
    const all = [...allStreams()]
    const streams = user_id === undefined ? all : all.filter((each) => each.user_id === user_id)
    await endSignedOut(streams, listValid).catch((error: unknown) => {
      log.error('sessions of live streams could not be looked up', { error })
    })
  }

  /** Tells a room all that is new, and goes on for as long as there is more. */
  async function tellAll(room: Room<Event>): Promise<void> {
    room.isBehind = true
    if (room.isTelling) return
    room.isTelling = true
    while (room.isBehind && room.streams.size > 0) {
      room.isBehind = false
      try {
        await tellNews(room)
        await wait(PAUSE_MS)
      } catch (error) {
        log.error('live changes could not be told', { error })
        room.isBehind = true
        await wait(RETRY_MS, undefined, { ref: false })
      }
    }
    room.isTelling = false
  }

  async function tellNews(room: Room<Event>): Promise<void> {
    const changes = await listChangesAfter(db, room.event.id, room.seq, TOLD_AT_ONCE_MAX)
    const last = changes.at(-1)
    if (!last || changes.some(({ kind }) => kind === 'pause')) await sendAway(room)
    if (!last) return
    const told = await tellChanges(room.event, changes, tell)
    room.seq = last.seq
    if (changes.length === TOLD_AT_ONCE_MAX) room.isBehind = true
    await spread(room, told)
  }

  /** Ends the streams of those who may not listen any more. */
  async function sendAway(room: Room<Event>): Promise<void> {
    const state = await readLiveState(db, room.event.id)
    if (!state) endAll(room)
    else if (state.isPaused) endAll(room, room.event.user_id)
  }

  async function join(event: Event, listener: NewListener): Promise<void> {
    const { user_id, session, outgoing } = listener
    const leaveSeat = seats.take(addressScope(listener.address))
    outgoing.on('close', leaveSeat)
    if (outgoing.closed) leaveSeat()
    const missed = await readAllMissed(event, listener)
    if (outgoing.closed || outgoing.destroyed) return
    const isRefused = !missed || (missed.isPaused && user_id !== event.user_id)
    if (isClosed || isRefused) return void outgoing.destroy()
    enter(event, { user_id, session, seq: missed.seq, outgoing }, missed.frames)
  }

  /** The room may tell more while it is read: a newcomer gets that too. */
  async function readAllMissed(event: Event, { user_id, lastSeq }: NewListener) {
    let missed = await readMissed(parts, event, { user_id, lastSeq })
    while (missed && (rooms.get(event.id)?.seq ?? 0) > missed.seq) {
      const { seq, frames } = missed
      const more = await readMissed(parts, event, { user_id, lastSeq: seq })
      missed = more && { ...more, frames: frames + more.frames }
    }
    return missed
  }

  function enter(event: Event, stream: LiveStream, first: string): void {
    const room = rooms.get(event.id) ?? openRoom(event, stream.seq)
    room.streams.add(stream)
    // Knows the event by its room: everybody who joins brings a row of it, which nobody needs for as long as they listen.
    stream.outgoing.on('close', () => {
      const { id } = room.event
      room.streams.delete(stream)
      if (room.streams.size === 0 && rooms.get(id) === room) rooms.delete(id)
    })
    beginStream(stream, first)
    // A change between reading and entering an empty room was told to nobody.
    void tellAll(room)
  }

  function openRoom(event: Event, seq: number): Room<Event> {
    const room = { event, seq, streams: new Set<LiveStream>(), isTelling: false, isBehind: false }
    rooms.set(event.id, room)
    return room
  }

  return {
    join,
    count: seats.count,
    close() {
      isClosed = true
      stopListening()
      stopHearingOfSessions()
      clearInterval(heartbeat)
      for (const room of rooms.values()) endAll(room)
    },
  }
}

/** Ends the streams of a room, but for those of one user. */
function endAll({ streams }: Room<unknown>, exceptOf?: number): void {
  for (const { user_id, outgoing } of streams) {
    if (exceptOf === undefined || user_id !== exceptOf) outgoing.end()
  }
}

/** Sends each listener what it may hear of this and has not heard yet, in one write. */
async function spread({ streams, seq }: Room<unknown>, told: readonly Told[]): Promise<void> {
  const whole = toBytes(told)
  await inTurns(streams, (stream) => {
    const news = told.filter((each) => each.seq > stream.seq && isFor(each, stream.user_id))
    stream.seq = Math.max(stream.seq, seq)
    if (news.length > 0) sendTo(stream, news.length === told.length ? whole : toBytes(news))
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

function toBytes(told: readonly Told[]): Buffer {
  return Buffer.from(told.map(({ frame }) => frame).join(''))
}
