import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { KNOWN_AT_ONCE_MAX } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, owner, guest, event } = freshOrma()

const hash = (digit: string) => digit.repeat(64)

function ask(sha256: string[], by = guest) {
  const params = { event_hash: event.event_hash }
  return api.request(calls.listKnownPhotos, { params, token: by.token, body: { sha256 } })
}

/** The posts that a person is told of who asks for photos by the digits of their hashes: `a1` is the post 1 for the hash of `a`. */
async function known(digits: string, by = guest): Promise<string[]> {
  const { status, body } = await ask([...digits].map(hash), by)
  expect(status).toBe(200)
  const posts = body.known as { sha256: string; post_id: number }[]
  return posts.map(({ sha256, post_id }) => `${sha256[0]}${post_id}`)
}

describe('POST /events/{event_hash}/known', () => {
  it('names the oldest shown post of each photo that the Orma has', async () => {
    const first = await api.addPost(event, owner, { sha256: hash('a') })
    await api.addPost(event, guest, { sha256: hash('a') })
    const second = await api.addPost(event, owner, { sha256: hash('b') })
    const other = await api.createOrma(owner)
    await api.addPost(other, guest, { sha256: hash('c') })
    expect(await known('cbAa')).toEqual([`a${first.id}`, `b${second.id}`])
    expect(await known('')).toEqual([])
  })

  it('tells of photos that are not shown their author alone, and of failed ones nobody', async () => {
    const status = 'READYFORPROCESSING'
    const waiting = await api.addPost(event, guest, { sha256: hash('a'), status })
    const flagged = await api.addPost(event, guest, { sha256: hash('b'), status })
    await api.db.run(sql`update posts set status = 'FAILEDBYNUDITY' where id = ${flagged.id}`)
    await api.addPost(event, guest, { sha256: hash('c'), status: 'FAILEDPROCESSING' })
    expect(await known('abc', owner)).toEqual([])
    expect(await known('abc')).toEqual([`a${waiting.id}`, `b${flagged.id}`])
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
    const seenByAll = [`a${shown.id}`, `b${whole.id}`]
    expect(await known('abc', owner)).toEqual(seenByAll)
    expect(await known('abc')).toEqual([...seenByAll, `c${waiting.id}`])
    expect(await known('1')).toEqual([`1${shown.id}`])
  })

  it('hears at the upload what a photo was made from', async () => {
    const upload = (original_sha256: string) =>
      api.upload(event, guest, { fields: { original_sha256 } })
    expect((await upload('no hash')).status).toBe(201)
    expect(await known('a')).toEqual([])
    const { status, body } = await upload(hash('A'))
    expect(status).toBe(201)
    expect(await known('a')).toEqual([`a${body.post.id}`])
    expect(await known('a', owner)).toEqual([])
  })

  it('takes 50 photos and not one more', async () => {
    const some = Array.from({ length: KNOWN_AT_ONCE_MAX + 1 }, (_, at) =>
      at.toString(16).padStart(64, '0'),
    )
    expect((await ask(some.slice(1))).status).toBe(200)
    expect((await ask(some)).status).toBe(400)
  })
})
