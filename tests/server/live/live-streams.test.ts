import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_BASE, api as calls } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import type { Event } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { listEventsOf } from '../../../server/events/events.ts'
import { addLike } from '../../../server/likes/likes.ts'
import { pruneChanges, recordChange } from '../../../server/live/changes.ts'
import { createSeats } from '../../../server/live/live-seats.ts'
import { failPost, publishPost } from '../../../server/posts/posts.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { listenTo } from '../../support/live-listener.ts'
import type { Heard } from '../../support/live-listener.ts'
import { serveLive } from '../../support/live-server.ts'
import type { LiveServer } from '../../support/live-server.ts'
import { startOrmaApi } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'

const MADE = { width: 4, height: 3, thumbhash: 'AAAA', rendition_bytes: 500 }

let api: OrmaApi
let server: LiveServer
let owner: Person
let guest: Person
let event: Event

beforeEach(async () => {
  api = await startOrmaApi()
  server = await serveLive(api)
  owner = await api.signUp('15550001', 'Olga')
  guest = await api.signUp('15550002', 'Ben')
  event = await api.createOrma(owner)
})

afterEach(async () => {
  await server.close()
  await api.close()
})

const listen = (options?: Parameters<typeof listenTo>[2]) =>
  listenTo(server.origin, event.event_hash, options)

const like = (post_id: number, { user }: Person) =>
  api.db.transaction((tx) => addLike(tx, { post_id, user_id: user.id }, api.clock.ms))

async function deletePost(post_id: number): Promise<void> {
  const params = { event_hash: event.event_hash, post_id }
  await api.request(calls.deletePost, { params, token: owner.token })
}

describe('GET /events/{event_hash}/live', () => {
  it('tells of a post that is not shown only its author and the owner', async () => {
    const other = await api.signUp('15550003', 'Cleo')
    const hears = await Promise.all([
      listen({ token: owner.token }),
      listen({ token: guest.token }),
    ])
    const doesNot = await Promise.all([listen({ token: other.token }), listen()])
    const waiting = await api.addPost(event, guest, { status: 'READYFORPROCESSING' })
    await api.db.transaction((tx) => failPost(tx, waiting.id))
    await like(waiting.id, guest)
    await deletePost(waiting.id)
    const shown = await api.addPost(event, guest)

    for (const listener of hears) {
      expect(await listener.next('POST_REMOVED')).toMatchObject({ post_id: waiting.id })
    }
    for (const listener of [...hears, ...doesNot]) {
      expect(
        (await listener.next('POST_CHANGED', ({ post }) => post.id === shown.id)).post,
      ).toMatchObject({ status: 'COMPLETED' })
    }
    // A stream that has just begun may tell of one change twice.
    const ofOthers = ({ message }: Heard) =>
      message.type !== 'POST_CHANGED' || message.post.id !== shown.id
    for (const { heard } of doesNot) expect(heard.filter(ofOthers)).toEqual([])
    // What came back is no different for those who were away.
    const late = await listen()
    await late.next('POST_CHANGED')
    expect(late.heard.filter(ofOthers)).toEqual([])
    await Promise.all([...hears, ...doesNot, late].map((listener) => listener.close()))
  })

  it('tells who fails in processing its status', async () => {
    const listener = await listen({ token: guest.token })
    const { id } = await api.addPost(event, guest, { status: 'READYFORPROCESSING' })
    await api.db.transaction((tx) => failPost(tx, id))
    const { post } = await listener.next('POST_CHANGED')
    expect(post).toMatchObject({ id, status: 'FAILEDPROCESSING', image_url: null })
    await listener.close()
  })

  it('tells nothing of what was rolled back', async () => {
    const listener = await listen()
    const { id } = await api.addPost(event, guest, { status: 'READYFORPROCESSING' })
    const broken = api.db.transaction(async (tx) => {
      await publishPost(tx, id, MADE)
      throw new Error('the power is gone')
    })
    await expect(broken).rejects.toThrow('the power is gone')
    const shown = await api.addPost(event, guest)
    await listener.next('POST_CHANGED')
    expect(listener.heard.map(({ message }) => message)).toMatchObject([{ post: { id: shown.id } }])
    await listener.close()
  })

  it('begins with what has just happened, for who has loaded the event a moment ago', async () => {
    const { id } = await api.addPost(event, guest)
    const listener = await listen()
    expect((await listener.next('POST_CHANGED')).post.id).toBe(id)
    await api.db.run(sql`update live_changes set created_at = created_at - 60000`)
    const later = await listen()
    await like(id, owner)
    await later.next('LIKE_CHANGED')
    expect(later.heard).toHaveLength(1)
    await Promise.all([listener.close(), later.close()])
  })

  it('tells what was missed, each thing once, as it is now', async () => {
    const first = await listen()
    const { id } = await api.addPost(event, guest)
    await first.next('POST_CHANGED')
    await first.close()
    await like(id, guest)
    await like(id, owner)
    const params = { event_hash: event.event_hash, post_id: id }
    const token = guest.token
    const { body: comment } = await api.request(calls.addComment, {
      params,
      token,
      body: { content: 'one' },
    })
    await api.request(calls.editComment, {
      params: { event_hash: event.event_hash, id, comment_id: comment.id },
      token,
      body: { content: 'two' },
    })

    const second = await listen({ lastEventId: first.lastId() })
    const told = await second.next('COMMENT_CHANGED')
    expect(told).toMatchObject({ post_id: id, comment: { content: 'two' }, commentCount: 1 })
    expect(second.heard.map(({ message }) => message)).toMatchObject([
      { type: 'LIKE_CHANGED', userId: guest.user.id, liked: true, likeCount: 2 },
      { type: 'LIKE_CHANGED', userId: owner.user.id, liked: true, likeCount: 2 },
      { type: 'COMMENT_CHANGED' },
    ])
    const third = await listen({ lastEventId: second.lastId() })
    await deletePost(id)
    await third.next('POST_REMOVED')
    expect(third.heard).toHaveLength(1)
    await Promise.all([second.close(), third.close()])
  })

  it.each(['a number of another database', 'forgotten changes', 'too many changes', 'no number'])(
    'has everything asked for again after %s',
    async (what) => {
      const { id } = await api.addPost(event, guest)
      let lastEventId = '0'
      if (what === 'a number of another database') lastEventId = '4711'
      if (what === 'no number') lastEventId = 'seven'
      if (what === 'forgotten changes') await pruneChanges(api.db, Date.now() + 7 * 60 * 60_000)
      if (what === 'too many changes') {
        for (let n = 0; n < 201; n += 1) {
          await recordChange(api.db, {
            event_id: event.id,
            kind: 'like',
            post_id: id,
            subject_id: 1,
          })
        }
      }
      const listener = await listen({ lastEventId })
      await listener.next('RESET')
      await like(id, owner)
      await listener.next('LIKE_CHANGED')
      expect(listener.heard).toHaveLength(2)
      await listener.close()
    },
  )

  it('has everything asked for again where an account was deleted', async () => {
    const { id } = await api.addPost(event, owner)
    await like(id, guest)
    const listener = await listen()
    await deleteAccount(api.db, guest.user.id)
    expect(await listener.next('RESET')).toEqual({ type: 'RESET' })
    await listener.close()
  })

  it('ends when the Orma is deleted', async () => {
    const listener = await listen()
    const params = { event_hash: event.event_hash }
    await api.request(calls.deleteEvent, { params, token: owner.token })
    await listener.ended
    expect((await listen()).response.status).toBe(404)
  })

  it('goes on after the database has failed', async () => {
    await server.close()
    const [row] = await listEventsOf(api.db, owner.user.id)
    let failures = 1
    server = await serveLive(api, async () => {
      if (failures-- > 0) throw new Error('the disk is gone')
      return { message: { type: 'POST_REMOVED', post_id: 7 } }
    })
    const listener = await listen({ lastEventId: '0' })
    await recordChange(api.db, { event_id: row!.id, kind: 'post', post_id: 7 })
    expect(await listener.next('POST_REMOVED')).toMatchObject({ post_id: 7 })
    await listener.close()
  })

  it('cuts off who does not read, and nobody else', async () => {
    await server.close()
    const content = 'x'.repeat(2_000_000)
    server = await serveLive(api, async (_event, { seq }) => ({
      message: {
        type: 'COMMENT_CHANGED',
        post_id: 1,
        comment: { id: seq, content, createdAt: '2026-06-20T18:30:00Z', User: { id: 1, name: '' } },
        commentCount: 1,
      },
    }))
    const reader = await listen()
    const sleeper = await sleepOn(server.origin)
    const cut = new Promise<void>((resolve) => sleeper.on('close', () => resolve()))
    let isCut = false
    void cut.then(() => (isCut = true))
    while (!isCut) {
      await recordChange(api.db, {
        event_id: event.id,
        kind: 'comment',
        post_id: 1,
        subject_id: reader.heard.length,
      })
      await reader.next('COMMENT_CHANGED')
      // A cut line is noticed by reading from it.
      if (reader.heard.length > 8) sleeper.resume()
    }
    expect(reader.heard.length).toBeGreaterThan(0)
    await reader.close()
  })

  it('costs no timer a listener', async () => {
    const first = await listen()
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    const listeners = await Promise.all(Array.from({ length: 50 }, () => listen()))
    const { id } = await api.addPost(event, guest)
    for (const listener of [first, ...listeners]) {
      expect((await listener.next('POST_CHANGED')).post.id).toBe(id)
    }
    // The database's connections have some of their own.
    expect(timers()).toBeLessThan(before + listeners.length / 2)
    await Promise.all([first, ...listeners].map((listener) => listener.close()))
  })

  it('needs a GET: HEAD tells the type and ends', async () => {
    const path = endpointPath(calls.listenLive, { event_hash: event.event_hash })
    const response = await fetch(server.origin + API_BASE + path, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
  })
})

describe('createSeats', () => {
  it('refuses who comes when all seats of an address, or all at all, are taken', () => {
    const seats = createSeats({ perAddress: 2, perProcess: 3 })
    const leave = seats.take('192.0.2.1')
    seats.take('192.0.2.1')
    expect(() => seats.take('192.0.2.1')).toThrow(expect.objectContaining({ status: 429 }))
    seats.take('2001:db8::1')
    expect(() => seats.take('198.51.100.1')).toThrow(expect.objectContaining({ status: 429 }))
    leave()
    leave()
    seats.take('198.51.100.1')
    expect(() => seats.take('192.0.2.1')).toThrow(expect.objectContaining({ status: 429 }))
  })
})

/** A connection that asks for the stream and reads nothing of it but its first bytes. */
async function sleepOn(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const path = API_BASE + endpointPath(calls.listenLive, { event_hash: event.event_hash })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.pause()
  socket.on('error', () => undefined)
  return socket
}
