import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LIVE_HEARTBEAT_MS, TOKEN_LIFETIME_SECONDS } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { listEventsOf } from '../../../server/events/events.ts'
import { seen } from '../../../server/events/viewer.ts'
import type { SeenEvent } from '../../../server/events/viewer.ts'
import { recordChange } from '../../../server/live/changes.ts'
import type { ListValid } from '../../../server/live/live-stream.ts'
import { createLiveHub } from '../../../server/live/live-hub.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import {
  createSession,
  listValidSessions,
  revokeSession,
  tokenHash,
} from '../../../server/users/sessions.ts'
import { freshLiveServer, freshOrma } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import type { Person } from '../../support/orma-api.ts'

const { api, owner, guest, event } = freshOrma()

describe('a live stream whose session ends in a process of this installation', () => {
  const server = freshLiveServer(api)
  const listen = (token: string) => listenTo(server.origin, event.event_hash, { token })

  it.each([
    ['signs out', () => revokeSession(api.db, guest.token)],
    ['deletes the account', () => deleteAccount(api.db, guest.user.id)],
  ])('ends as its user %s, and hears nothing more', async (_how, end) => {
    const waiting = await api.addPost(event, guest, { status: 'FAILEDBYNUDITY' })
    const listener = await listen(guest.token)
    await listener.next('POST_CHANGED', ({ post }) => post.id === waiting.id)
    const heard = listener.heard.length
    await end()
    await listener.ended
    expect(listener.heard).toHaveLength(heard)
  })

  it('leaves those of other sessions, of the same user too', async () => {
    const elsewhere = await createSession(api.db, guest.user.id, api.clock.ms)
    const tokens = [guest.token, elsewhere, owner.token]
    const [ending, ...others] = await Promise.all(tokens.map(listen))
    await revokeSession(api.db, guest.token)
    await ending!.ended
    const { id } = await api.addPost(event, guest)
    for (const listener of others) {
      const { post } = await listener.next('POST_CHANGED')
      expect(post.id).toBe(id)
      await listener.close()
    }
  })
})

/** A hub that hears of no session ended elsewhere; gives how a member or, without a token, a guest joins it. */
async function openHub(listValid: ListValid) {
  const { db, clock, log } = api
  const [row] = await listEventsOf(db, owner.user.id)
  const hub = createLiveHub<SeenEvent>({
    db: { ...db, listen: () => () => undefined },
    publish: async () => [],
    listValid,
    now: () => clock.ms,
    log,
  })
  onTestFinished(() => hub.close())
  return async (person?: Person, token = person?.token) => {
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()))
    const session = token === undefined ? undefined : tokenHash(token)
    const who = { session, address: '192.0.2.1', lastSeq: undefined }
    await hub.join(await seen(db, row!, person?.user, clock.ms), { ...who, outgoing })
    return outgoing
  }
}

describe('the heartbeat of live streams', () => {
  it('looks all sessions up in one statement, and ends those that are over', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { db, clock } = api
    const looks: (readonly string[])[] = []
    const join = await openHub((sessions) => {
      looks.push(sessions)
      return listValidSessions(db, sessions, clock.ms)
    })
    clock.advance(1000)
    const later = await createSession(db, guest.user.id, clock.ms)
    const [expiring, removed] = [await join(owner), await join(guest)]
    const [valid, nobody] = [await join(guest, later), await join()]
    await db.run(sql`delete from sessions where token_hash = ${tokenHash(guest.token)}`)
    clock.advance(TOKEN_LIFETIME_SECONDS * 1000 - 1000)
    vi.advanceTimersByTime(LIVE_HEARTBEAT_MS)
    await expect.poll(() => [expiring.writableEnded, removed.writableEnded]).toEqual([true, true])
    expect([valid.writableEnded, nobody.writableEnded]).toEqual([false, false])
    expect(looks.map((sessions) => sessions.length)).toEqual([3])
  })

  it('leaves all streams where the database cannot be asked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const join = await openHub(() => Promise.reject(new Error('the database is gone')))
    const outgoing = await join(guest)
    vi.advanceTimersByTime(LIVE_HEARTBEAT_MS)
    const failure = 'sessions of live streams could not be looked up'
    await expect.poll(() => api.logged.map(({ message }) => message)).toContain(failure)
    expect(outgoing.writableEnded).toBe(false)
  })
})

it('a live stream ends at once for who asked before the Orma was closed', async () => {
  const join = await openHub(async () => [])
  await api.db.transaction((tx) => recordChange(tx, { event_id: event.id, kind: 'pause' }))
  expect(await join()).toMatchObject({ destroyed: true, headersSent: false })
})

it('a live stream ends at once for who comes to an Orma that is gone', async () => {
  const join = await openHub(async () => [])
  await api.db.transaction((tx) =>
    recordChange(tx, { event_id: event.id, kind: 'post', post_id: 7 }),
  )
  expect((await join()).headersSent).toBe(true)
  await api.db.run(sql`delete from events where id = ${event.id}`)
  expect(await join()).toMatchObject({ destroyed: true, headersSent: false })
})
