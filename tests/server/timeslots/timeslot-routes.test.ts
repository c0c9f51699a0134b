import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, owner, event } = freshOrma()

const add = (original_date: string) => api.addPost(event, owner, { original_date })
const posts = async (timeslot: string, page: number, query?: Record<string, number>) => {
  const params = { event_hash: event.event_hash, timeslot, page }
  const { body } = await api.request(calls.listTimeslotPosts, { params, query })
  return body.map((post: { id: number }) => post.id)
}

describe('GET /events/{event_hash}/timeslots', () => {
  it('tells the hours of the photos’ own clocks, with their covers', async () => {
    await add('2026-06-20T23:59:00+02:00')
    const first = await add('2026-06-20T18:05:00+02:00')
    const liked = await add('2026-06-20T18:59:59-07:00')
    const params = { event_hash: event.event_hash }
    const body = { post_id: liked.id }
    await api.request(calls.likePost, { params, body, token: owner.token })
    const { status, body: slots } = await api.request(calls.listTimeslots, { params })
    expect(status).toBe(200)
    expect(slots).toMatchObject([
      { timeslot: '2026-06-20T18', count: 2, cover: `/media/${liked.media_name}/thumb.webp` },
      { timeslot: '2026-06-20T23', count: 1 },
    ])
    expect(first.id).toBeLessThan(liked.id)
  })

  it('leaves out what is not shown', async () => {
    await api.addPost(event, owner, { status: 'READYFORPROCESSING' })
    const params = { event_hash: event.event_hash }
    expect((await api.request(calls.listTimeslots, { params })).body).toEqual([])
  })
})

describe('GET /events/{event_hash}/timeslot/{timeslot}/{page}', () => {
  it('gives the photos of that hour alone, newest first, page by page', async () => {
    const ids: number[] = []
    for (let minute = 0; minute < 30; minute += 1) {
      const { id } = await add(`2026-06-20T19:${String(minute).padStart(2, '0')}:00+02:00`)
      ids.unshift(id)
    }
    await add('2026-06-20T20:00:00+02:00')
    const hour = '2026-06-20T19'
    expect(await posts(hour, 1)).toEqual(ids.slice(0, 24))
    expect(await posts(hour, 2)).toEqual(ids.slice(24))
    expect(await posts(hour, 2, { after: ids[23] ?? 0 })).toEqual(ids.slice(24))
    expect(await posts(hour, 3)).toEqual([])
    expect(await posts('2026-06-21T00', 1)).toEqual([])
  })
})
