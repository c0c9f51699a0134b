import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_BASE, api as calls } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import { recordChange } from '../../../server/live/changes.ts'
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

/** Serves other news than what has happened. */
async function serveNews(tell: Parameters<typeof serveLive>[1], from = api): Promise<void> {
  await server.close()
  server = await serveLive(from, tell)
}

const record = (post_id: number) =>
  api.db.transaction((tx) => recordChange(tx, { event_id: event.id, kind: 'post', post_id }))

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
    let failures = 1
    await serveNews(async () => {
      if (failures-- > 0) throw new Error('the disk is gone')
      return [{ message: { type: 'POST_REMOVED', post_id: 7 } }]
    })
    const listener = await listen({ lastEventId: '0' })
    await record(7)
    expect(await listener.next('POST_REMOVED')).toMatchObject({ post_id: 7 })
    await listener.close()
  })

  it('cuts off who does not read, and nobody else', async () => {
    const content = 'x'.repeat(2_000_000)
    const more = { content, createdAt: '2026-06-20T18:30:00Z', User: { id: 1, name: '' } }
    const counts = { post_id: 1, commentCount: 1 }
    await serveNews(async (_event, { seq: id }) => [
      { message: { type: 'COMMENT_CHANGED', comment: { id, ...more }, ...counts } },
    ])
    const reader = await listen()
    const sleeper = await sleepOn(server.origin)
    const cut = new Promise<void>((resolve) => sleeper.on('close', () => resolve()))
    let isCut = false
    void cut.then(() => (isCut = true))
    while (!isCut) {
      await record(reader.heard.length)
      await reader.next('COMMENT_CHANGED')
      // A cut line is noticed by reading from it.
      if (reader.heard.length > 8) sleeper.resume()
    }
    expect(reader.heard.length).toBeGreaterThan(0)
    await reader.close()
  })

  it('tells who comes what happens while it is looked at whether they may', async () => {
    const { db } = api
    let happen = async () => {}
    const all: typeof db.all = async (statement) => {
      const rows = await db.all<never>(statement)
      if (statement.parts.join('').includes('pause')) await happen()
      return rows
    }
    await serveNews(async () => [{ message: { type: 'POST_REMOVED', post_id: 7 } }], {
      ...api,
      db: { ...db, all },
    })
    const stays = await listen({ lastEventId: '0' })
    happen = async () => {
      happen = async () => {}
      await record(7)
      await stays.next('POST_REMOVED')
    }
    const comes = await listen({ lastEventId: '0' })
    expect(await comes.next('POST_REMOVED')).toMatchObject({ post_id: 7 })
    await Promise.all([stays.close(), comes.close()])
  })

  it('tells each of many all of it once and in order', async () => {
    await serveNews(async (_event, { post_id }) => [
      { message: { type: 'POST_REMOVED', post_id: post_id! } },
    ])
    const posts = Array.from({ length: 12 }, (_, at) => at + 1)
    const last = posts.length + 1
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
