import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshPeople } from '../../support/fixtures.ts'

const { api } = freshPeople()

describe('DELETE /events/{event_hash}', () => {
  it('removes the Orma with its posts and files, for its owner alone', async () => {
    const owner = await api.signUp()
    const guest = await api.signUp()
    const event = await api.createOrma(owner)
    const kept = await api.createOrma(owner)
    const post = await api.addPost(event, guest)
    const keptPost = await api.addPost(kept, guest)
    const params = { event_hash: event.event_hash }
    await api.request(calls.likePost, { params, body: { post_id: post.id }, token: owner.token })

    expect((await api.request(calls.deleteEvent, { params })).status).toBe(401)
    expect((await api.request(calls.deleteEvent, { params, token: guest.token })).status).toBe(403)
    expect((await api.request(calls.deleteEvent, { params, token: owner.token })).status).toBe(204)
    expect((await api.request(calls.getEvent, { params })).status).toBe(404)

    const rows = await api.db.all<{ id: number }>(sql`select id from posts`)
    expect(rows.map(({ id }) => id)).toEqual([keptPost.id])
    const files: string[] = []
    for await (const { key } of api.blobs.list('')) files.push(key)
    expect(files.filter((key) => key.includes(post.media_name))).toEqual([])
    expect(files.filter((key) => key.includes(keptPost.media_name))).toHaveLength(3)
  })
})
