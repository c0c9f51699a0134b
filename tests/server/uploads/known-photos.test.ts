import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { KNOWN_AT_ONCE_MAX } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'

const { api, owner, guest, event } = freshOrma()

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

  it('knows a photo sent smaller by what it was made from', async () => {
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

  it('hears at the upload what a photo was made from', async () => {
    const upload = (original_sha256: string) =>
      api.upload(event, guest, { fields: { original_sha256 } })
    expect((await upload('no hash')).status).toBe(201)
    expect((await ask([hash('a')])).body).toEqual({ known: [] })
    const { status, body } = await upload(hash('A'))
    expect(status).toBe(201)
    expect((await ask([hash('a')])).body).toEqual({
      known: [{ sha256: hash('a'), post_id: body.post.id }],
    })
    expect((await ask([hash('a')], { by: owner })).body).toEqual({ known: [] })
  })

  it('takes 50 photos and not one more', async () => {
    const some = Array.from({ length: KNOWN_AT_ONCE_MAX + 1 }, (_, at) =>
      at.toString(16).padStart(64, '0'),
    )
    expect((await ask(some.slice(1))).status).toBe(200)
    expect((await ask(some)).status).toBe(400)
  })
})
