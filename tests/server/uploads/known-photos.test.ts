import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { KNOWN_AT_ONCE_MAX } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { toForm } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'
import { startOrmaPeople } from '../../support/orma-people.ts'
import { makePhoto } from '../../support/photos.ts'

let api: OrmaApi
let owner: Person
let guest: Person
let event: Event

beforeEach(async () => {
  ;({ api, owner, guest, event } = await startOrmaPeople())
})

afterEach(() => api.close())

const hash = (digit: string) => digit.repeat(64)

interface AskOptions {
  by?: Person
  of?: string
  token?: string
}

function ask(
  sha256: unknown,
  { by = guest, of = event.event_hash, token = by.token }: AskOptions = {},
) {
  return api.request(calls.listKnownPhotos, {
    params: { event_hash: of },
    token,
    body: JSON.stringify({ sha256 }),
  })
}

describe('POST /events/{event_hash}/known', () => {
  it('names the oldest shown post of each photo that the Orma has', async () => {
    const first = await api.addPost(event, owner, { sha256: hash('a') })
    await api.addPost(event, guest, { sha256: hash('a') })
    const second = await api.addPost(event, owner, { sha256: hash('b') })
    const other = await api.createOrma(owner)
    await api.addPost(other, guest, { sha256: hash('c') })
    const { status, body } = await ask([hash('c'), hash('b'), hash('A'), hash('a')])
    expect(status).toBe(200)
    expect(body).toEqual({
      known: [
        { sha256: hash('a'), post_id: first.id },
        { sha256: hash('b'), post_id: second.id },
      ],
    })
    expect((await ask([])).body).toEqual({ known: [] })
  })

  it('tells of photos that are not shown their author alone, and of failed ones nobody', async () => {
    const waiting = await api.addPost(event, guest, {
      sha256: hash('a'),
      status: 'READYFORPROCESSING',
    })
    const flagged = await api.addPost(event, guest, {
      sha256: hash('b'),
      status: 'READYFORPROCESSING',
    })
    await api.db.run(sql`update posts set status = 'FAILEDBYNUDITY' where id = ${flagged.id}`)
    await api.addPost(event, guest, { sha256: hash('c'), status: 'FAILEDPROCESSING' })
    const all = [hash('a'), hash('b'), hash('c')]
    expect((await ask(all, { by: owner })).body).toEqual({ known: [] })
    expect((await ask(all)).body).toEqual({
      known: [
        { sha256: hash('a'), post_id: waiting.id },
        { sha256: hash('b'), post_id: flagged.id },
      ],
    })
  })

  it('knows a photo that was sent smaller by what it was made from, under the same rules', async () => {
    const small = { sha256: hash('1'), original_sha256: hash('a') }
    const shown = await api.addPost(event, owner, small)
    const whole = await api.addPost(event, owner, { sha256: hash('b') })
    await api.addPost(event, owner, { sha256: hash('2'), original_sha256: hash('b') })
    const waiting = await api.addPost(event, guest, {
      sha256: hash('3'),
      original_sha256: hash('c'),
      status: 'READYFORPROCESSING',
    })
    const all = [hash('a'), hash('b'), hash('c')]
    const seenByAll = [
      { sha256: hash('a'), post_id: shown.id },
      { sha256: hash('b'), post_id: whole.id },
    ]
    expect((await ask(all, { by: owner })).body).toEqual({ known: seenByAll })
    expect((await ask(all)).body).toEqual({
      known: [...seenByAll, { sha256: hash('c'), post_id: waiting.id }],
    })
    expect((await ask([hash('1')])).body).toEqual({
      known: [{ sha256: hash('1'), post_id: shown.id }],
    })
  })

  it('hears at the upload what a photo was made from, and takes what is no hash for unknown', async () => {
    const upload = async (original_sha256: string) =>
      api.request(calls.uploadPhoto, {
        params: { event_hash: event.event_hash },
        token: guest.token,
        body: toForm({
          original_date: '2026-06-20T18:30:00+02:00',
          timezone: 'Europe/Paris',
          original_sha256,
          image: new Blob([new Uint8Array(await makePhoto({ width: 64, height: 48 }))]),
        }),
      })
    expect((await upload('no hash')).status).toBe(201)
    expect((await ask([hash('a')])).body).toEqual({ known: [] })
    const { status, body } = await upload(hash('A'))
    expect(status).toBe(201)
    expect((await ask([hash('a')])).body).toEqual({
      known: [{ sha256: hash('a'), post_id: body.post.id }],
    })
    expect((await ask([hash('a')], { by: owner })).body).toEqual({ known: [] })
  })

  it('refuses in the order 401, 404, 403, 400', async () => {
    const bad = 'no hashes'
    expect((await ask(bad, { of: 'x'.repeat(22), token: 'nobody' })).status).toBe(401)
    expect((await ask(bad, { of: 'x'.repeat(22) })).status).toBe(404)
    await api.db.run(sql`update events set paused = 1 where id = ${event.id}`)
    expect((await ask(bad)).status).toBe(403)
    await api.db.run(sql`update events set paused = 0 where id = ${event.id}`)
    expect((await ask(bad)).status).toBe(400)
    expect((await ask([hash('a').slice(1)])).status).toBe(400)
  })

  it('takes 50 photos and not one more', async () => {
    const some = Array.from({ length: KNOWN_AT_ONCE_MAX + 1 }, (_, at) =>
      at.toString(16).padStart(64, '0'),
    )
    expect((await ask(some.slice(1))).status).toBe(200)
    expect((await ask(some)).status).toBe(400)
  })
})
