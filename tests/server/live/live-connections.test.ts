import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_BASE, api as calls } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import { sql } from '../../../server/db/sql.ts'
import { listEventsOf } from '../../../server/events/events.ts'
import type { EventRow } from '../../../server/events/events.ts'
import { recordChange } from '../../../server/live/changes.ts'
import { createLiveHub } from '../../../server/live/live-hub.ts'
import type { NewListener } from '../../../server/live/live-hub.ts'
import { freshOrma } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import { serveLive } from '../../support/live-server.ts'
import type { LiveServer } from '../../support/live-server.ts'

const { api, owner, event } = freshOrma()
let server: LiveServer
beforeEach(async () => {
  server = await serveLive(api)
})
afterEach(() => server.close())

const listen = (options?: Parameters<typeof listenTo>[2]) =>
  listenTo(server.origin, event.event_hash, options)

describe('GET /events/{event_hash}/live', () => {
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

  it('tells each of many all of it once and in order', async () => {
    await server.close()
    server = await serveLive(api, async (_event, { post_id }) => ({
      message: { type: 'POST_REMOVED', post_id: post_id! },
    }))
    const posts = Array.from({ length: 12 }, (_, at) => at + 1)
    const last = posts.length + 1
    const record = (post_id: number) =>
      api.db.transaction((tx) => recordChange(tx, { event_id: event.id, kind: 'post', post_id }))
    const open = () => listen({ lastEventId: '0' })
    const stay = await Promise.all(Array.from({ length: 80 }, open))
    const go = await Promise.all(posts.map(open))
    const come: ReturnType<typeof open>[] = []
    for (const post_id of posts) {
      await record(post_id)
      await go.pop()?.close()
      come.push(open())
    }
    const all = [...stay, ...(await Promise.all(come))]
    // Who has heard this one has heard all that went out before.
    await record(last)
    for (const { next, heard } of all) {
      await next('POST_REMOVED', (message) => message.post_id === last)
      const told = heard.map(({ message }) => 'post_id' in message && message.post_id)
      expect(told).toEqual([...posts, last])
    }
    await Promise.all(all.map((listener) => listener.close()))
  })

  it('ends at once for who comes to an Orma that is gone', async () => {
    const now = () => api.clock.ms
    const [row] = await listEventsOf(api.db, owner.user.id)
    const { db, log } = api
    const listValid = async () => []
    const hub = createLiveHub<EventRow>({ db, tell: async () => undefined, listValid, now, log })
    const comer = (): NewListener => ({
      user_id: undefined,
      session: undefined,
      address: '192.0.2.1',
      lastSeq: undefined,
      outgoing: new ServerResponse(new IncomingMessage(new Socket())),
    })
    await api.db.transaction((tx) =>
      recordChange(tx, { event_id: event.id, kind: 'post', post_id: 7 }),
    )
    const early = comer()
    await hub.join(row!, early)
    expect(early.outgoing.headersSent).toBe(true)
    await api.db.run(sql`delete from events where id = ${event.id}`)
    const late = comer()
    await hub.join(row!, late)
    expect(late.outgoing).toMatchObject({ destroyed: true, headersSent: false })
    hub.close()
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
