import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { sql } from '../../../server/db/sql.ts'
import { completePost } from '../../../server/posts/posts.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, owner, event } = freshOrma()

const days = (product: string) =>
  api.request(calls.listHighlights, {
    params: { event_hash: event.event_hash, product, event_original_date: event.event_date },
  })
const day = (id: string) =>
  api.request(calls.getHighlight, { params: { event_hash: event.event_hash, id } })

describe('GET /events/{event_hash}/reel/{event_original_date}', () => {
  // Specification: 3.10, 7.29
  it('has one entry a day that shows something, by the photos’ own clocks', async () => {
    await api.addPost(event, owner, { original_date: '2026-06-20T23:59:00-07:00' })
    const later = await api.addPost(event, owner, { original_date: '2026-06-21T00:10:00+02:00' })
    await api.addPost(event, owner, {
      original_date: '2026-06-22T00:10:00+02:00',
      status: 'FAILEDPROCESSING',
    })
    const { status, body } = await days('reel')
    expect(status).toBe(200)
    expect(body).toEqual({
      '2026-06-20': { id: '2026-06-20', count: 1, bannerImage: expect.stringContaining('/media/') },
      '2026-06-21': {
        id: '2026-06-21',
        count: 1,
        bannerImage: `/media/${later.media_name}/thumb.webp`,
      },
    })
  })

  it('leaves out a day while no photo of it has its large picture', async () => {
    const photo = await api.addPost(event, owner)
    await api.addPost(event, owner)
    await api.db.run(sql`update posts set lacks_full = 1`)
    expect((await days('reel')).body).toEqual({})
    expect((await day('2026-06-20')).status).toBe(404)
    const made = { width: 2560, height: 1920, bytes: 500 }
    await api.db.transaction((tx) => completePost(tx, photo, made))
    expect((await days('reel')).body).toEqual({
      '2026-06-20': {
        id: '2026-06-20',
        count: 2,
        bannerImage: `/media/${photo.media_name}/thumb.webp`,
      },
    })
    expect((await day('2026-06-20')).body.data.images).toHaveLength(1)
  })
})

describe('GET /events/{event_hash}/highlight/{id}', () => {
  // Specification: 7.25
  it("gives a day's photos in order of capture", async () => {
    const second = await api.addPost(event, owner, { original_date: '2026-06-20T20:00:00+02:00' })
    const first = await api.addPost(event, owner, { original_date: '2026-06-20T18:00:00+02:00' })
    const { body } = await day('2026-06-20')
    expect(body.data).toMatchObject({
      id: '2026-06-20',
      date: '2026-06-20',
      images: [`/media/${first.media_name}/full.jpg`, `/media/${second.media_name}/full.jpg`],
    })
  })

  // Specification: 7.25
  it('shows of photos that look almost alike the best alone, and counts them all', async () => {
    const traits = { perceptual_hash: '0123456789abcdef', sharpness: 10 }
    const original_date = '2026-06-20T18:00:00+02:00'
    await api.addPost(event, owner, { original_date, traits })
    const sharp = await api.addPost(event, owner, {
      original_date,
      traits: { ...traits, sharpness: 30 },
    })
    const other = await api.addPost(event, owner, {
      original_date: '2026-06-20T19:00:00+02:00',
      traits,
    })
    const { body } = await day('2026-06-20')
    expect(body.data.images).toEqual([
      `/media/${sharp.media_name}/full.jpg`,
      `/media/${other.media_name}/full.jpg`,
    ])
    expect((await days('reel')).body['2026-06-20'].count).toBe(3)
  })
})
