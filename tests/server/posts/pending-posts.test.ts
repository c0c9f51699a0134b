import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'

const { api, owner, guest: author, stranger, event } = freshOrma()

describe('GET /events/{event_hash}/pending_posts', () => {
  const pending = async (person?: Person) => {
    const params = { event_hash: event.event_hash }
    const reply = await api.request(
      calls.listPendingPosts,
      person ? { params, token: person.token } : { params },
    )
    return reply.body.posts?.map((post: Post) => post.id) ?? reply.status
  }

  // Specification: 7.20
  it('lists the unfinished posts of the caller, everyone’s for the owner, newest first', async () => {
    await api.addPost(event, author)
    const waiting = await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    const failed = await api.addPost(event, author, { status: 'FAILEDPROCESSING' })
    const foreign = await api.addPost(event, stranger, { status: 'READYFORPROCESSING' })
    await api.addPost(await api.createOrma(owner), author, { status: 'READYFORPROCESSING' })
    expect(await pending(author)).toEqual([failed.id, waiting.id])
    expect(await pending(stranger)).toEqual([foreign.id])
    expect(await pending(owner)).toEqual([foreign.id, failed.id, waiting.id])
    expect(await pending()).toBe(401)
  })

  it.each([
    ['flagged ones', 'FAILEDBYNUDITY'],
    ['ones that are being processed', 'READYFORPROCESSING'],
  ])('tells an owner of what failed and is theirs behind hundreds of %s', async (_, status) => {
    const failed = await api.addPost(event, author, { status: 'FAILEDPROCESSING' })
    const own = await api.addPost(event, owner, { status: 'FAILEDBYNUDITY' })
    await api.db.run(sql`
      insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date,
          timezone, description, created_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 600)
        select p.event_id, p.user_id, ${status}, p.sha256, p.size, p.type,
               p.media_name || numbers.n, p.original_date, p.timezone, p.description, p.created_at
          from posts p cross join numbers where p.id = ${failed.id}`)
    const ids: number[] = await pending(owner)
    expect(ids).toHaveLength(500)
    expect(ids.slice(-2)).toEqual([own.id, failed.id])
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })
})
