import { describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { deletePost, failPost, publishPost } from '../../../server/posts/posts.ts'
import { freshOrma } from '../../support/fixtures.ts'

const MADE = { width: 4, height: 3, thumbhash: 'AAAA', rendition_bytes: 500 }

const { api, owner, event } = freshOrma()

function addWaiting() {
  return api.addPost(event, owner, { status: 'READYFORPROCESSING' })
}

async function read(id: number) {
  return api.db.get<Record<string, unknown>>(sql`
    select p.status, p.published_at, p.created_at, e.post_count, e.storage_bytes
      from posts p join events e on e.id = p.event_id where p.id = ${id}`)
}

describe('publishPost', () => {
  // Specification: 4.17
  it('shows a post at the time it was received, and counts it with its bytes', async () => {
    const { id } = await addWaiting()
    const received = api.clock.ms
    api.clock.advance(60_000)
    expect(await publishPost(api.db, id, MADE)).toBe(true)
    expect(await read(id)).toEqual({
      status: 'COMPLETED',
      published_at: received,
      created_at: received,
      post_count: 1,
      storage_bytes: 1500,
    })
  })

  it('does so once, and for no post that failed or is gone', async () => {
    const [done, failed, gone] = [await addWaiting(), await addWaiting(), await addWaiting()]
    await publishPost(api.db, done.id, MADE)
    await failPost(api.db, failed.id)
    await api.db.transaction((tx) => deletePost(tx, gone.id, api.clock.ms))
    for (const { id } of [done, failed, gone]) {
      expect(await publishPost(api.db, id, MADE)).toBe(false)
    }
    expect(await read(done.id)).toMatchObject({ post_count: 1, storage_bytes: 2500 })
  })
})

describe('failPost', () => {
  it('ends the processing of a post that waits, and of no other', async () => {
    const [waiting, done] = [await addWaiting(), await api.addPost(event, owner)]
    await failPost(api.db, waiting.id)
    await failPost(api.db, done.id)
    expect(await read(waiting.id)).toMatchObject({ status: 'FAILEDPROCESSING', post_count: 1 })
    expect(await read(done.id)).toMatchObject({ status: 'COMPLETED' })
  })
})

describe('insertPost', () => {
  it('is refused a second post under the same key of the same user and event', async () => {
    await api.addPost(event, owner, { key: 'one' })
    await expect(api.addPost(event, owner, { key: 'one' })).rejects.toThrow(/unique/i)
    await api.addPost(await api.createOrma(owner), owner, { key: 'one' })
    await api.addPost(event, await api.signUp(), { key: 'one' })
  })
})
