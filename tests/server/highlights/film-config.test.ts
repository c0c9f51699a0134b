import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { musicAddress } from '../../../contract/music.ts'
import { newMediaName } from '../../../server/blobs/blob-store.ts'
import { sql } from '../../../server/db/sql.ts'
import { removePost } from '../../../server/posts/post-routes.ts'
import { freshOrma } from '../../support/fixtures.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'

const DAY = '2026-06-20'

const { api, owner, event } = freshOrma()

const PLAIN = {
  original_date: timeOf(20),
  burst_id: null as number | null,
  like_count: 0,
  comment_count: 0,
  sharpness: null as number | null,
  status: 'COMPLETED',
}
type Made = typeof PLAIN & { media_name: string }

describe('GET /events/{event_hash}/highlight/{id}/config', () => {
  it('is 404 for a day that has nothing, or nothing that is shown', async () => {
    expect((await config()).status).toBe(404)
    for (const id of ['yesterday', '2026-02-31', '2026-06-20\u0000']) {
      const params = { event_hash: event.event_hash, id }
      const { status, body } = await api.request(calls.getHighlightConfig, { params })
      expect([status, body.code]).toEqual([404, 'highlight_not_found'])
    }
    await addDay([{ status: 'FAILEDBYNUDITY' }, { status: 'READYFORPROCESSING' }])
    expect((await config()).status).toBe(404)
  })

  // Specification: 3.8, 7.28
  it('makes a film of a single photo, which is the special one', async () => {
    const [only] = await addDay([{}])
    expect((await config()).body.data.video_json).toEqual({
      images: [{ url: urlOf(only), special: true }],
      normalDurationInSeconds: 2,
      specialDurationInSeconds: 3.5,
      bgAudio: null,
    })
  })

  // Specification: 3.8
  it('has the music that the owner has chosen, and changes by it alone', async () => {
    await addDay([{}, {}])
    const silent = await videoJson()
    for (const [music, bgAudio] of [
      ['calm', musicAddress('calm')],
      ['bright', musicAddress('bright')],
      ['', null],
    ] as const) {
      const form = new FormData()
      form.set('music', music)
      const params = { event_hash: event.event_hash }
      const guest = await api.signUp()
      const refused = await api.request(calls.updateEvent, {
        params,
        body: form,
        token: guest.token,
      })
      expect(refused.status).toBe(403)
      await api.request(calls.updateEvent, { params, body: form, token: owner.token })
      expect(await videoJson()).toEqual({ ...silent, bgAudio })
    }
  })

  // Specification: 3.8
  it('shows all of five photos in order of capture, the best of them longer', async () => {
    const times = [21, 18, 22, 19, 20]
    const made = await addDay(
      times.map((hour) => ({ original_date: timeOf(hour), like_count: hour === 19 ? 4 : 0 })),
    )
    const byTime = made.toSorted((a, b) => (a.original_date < b.original_date ? -1 : 1))
    expect(await images()).toEqual(byTime.map(urlOf))
    expect(await specials()).toEqual([urlOf(byTime[1])])
  })

  // Specification: 7.28
  it('of 300 photos shows 30 of every hour, liked and none alike', async () => {
    const made = await addDay(randomDay(300))
    const shown = await images()
    expect(shown).toHaveLength(30)
    expect(new Set(shown).size).toBe(30)
    const chosen = shown.map((url) => made.find((photo) => urlOf(photo) === url)!)
    const hours = chosen.map(({ original_date }) => original_date.slice(0, 13))
    expect(new Set(hours)).toEqual(new Set(made.map((one) => one.original_date.slice(0, 13))))
    expect(hours).toEqual(hours.toSorted())
    const bursts = chosen.flatMap(({ burst_id }) => burst_id ?? [])
    expect(new Set(bursts).size).toBe(bursts.length)
    expect(mean(chosen)).toBeGreaterThan(1.5 * mean(made))
    expect(await specials()).toHaveLength(6)
  })

  it('of 5,000 photos shows 30, chosen once for all who ask until something changes', async () => {
    const made = await addDay(randomDay(5_000))
    const first = (await config()).body
    expect(first.data.video_json.images).toHaveLength(30)
    const left = made.find(
      (photo, at) => at % 7 > 0 && !JSON.stringify(first).includes(photo.media_name),
    )!
    await api.db.run(sql`update posts set like_count = 500 where media_name = ${left.media_name}`)
    expect((await config()).body).toEqual(first)
    await countUp()
    expect(await specials()).toContain(urlOf(left))
  })

  it('never shows what has been deleted or flagged, from that moment on', async () => {
    const kept = await api.addPost(event, owner)
    const deleted = await api.addPost(event, owner)
    const flagged = await api.addPost(event, owner)
    expect(await images()).toHaveLength(3)
    await removePost({ ...api, now: () => api.clock.ms, log: console as never }, deleted.id)
    await api.db.run(sql`update posts set status = 'FAILEDBYNUDITY' where id = ${flagged.id}`)
    await countUp()
    expect(await images()).toEqual([urlOf(kept)])
  })
})

describe('the card of a day', () => {
  it('shows the photo that the film thinks best, also after its likes have changed', async () => {
    const [plain, liked] = await addDay([{ sharpness: 900 }, { sharpness: 100, like_count: 7 }])
    expect(await banner()).toBe(`/media/${liked?.media_name}/thumb.webp`)
    await api.db.run(
      sql`update posts set like_count = 90 where media_name = ${plain?.media_name ?? ''}`,
    )
    await countUp()
    expect(await banner()).toBe(`/media/${plain?.media_name}/thumb.webp`)
  })
})

function config(of = event) {
  return api.request(calls.getHighlightConfig, {
    params: { event_hash: of.event_hash, id: DAY },
  })
}

async function videoJson(): Promise<FilmConfig> {
  return (await config()).body.data.video_json
}

async function images(): Promise<string[]> {
  return (await videoJson()).images.map(({ url }) => url)
}

async function specials(): Promise<string[]> {
  return (await videoJson()).images.filter(({ special }) => special).map(({ url }) => url)
}

async function banner(): Promise<string> {
  const { body } = await api.request(calls.listHighlights, {
    params: { event_hash: event.event_hash, product: 'reel', event_original_date: DAY },
  })
  return body[DAY].bannerImage
}

/** A party: its last hour has most photos and by far most likes, what was taken several times has more of them still. */
function randomDay(count: number): Partial<Made>[] {
  const { next: random } = createSeededRandom(count)
  return Array.from({ length: count }, (_, at) => {
    const hour = 23 - Math.floor(8 * random() ** 2)
    const isTaken = at % 7 === 0
    return {
      original_date: timeOf(hour, Math.floor(random() * 3600)),
      burst_id: isTaken ? at - (at % 14) + 1_000_000 : at + 2_000_000,
      like_count: Math.floor(12 * random() ** 4) + (hour === 23 ? 20 : 0) + (isTaken ? 30 : 0),
      comment_count: Math.floor(4 * random() ** 4),
      sharpness: 500 + random() * 400,
    }
  })
}

function timeOf(hour: number, seconds = 0): string {
  const [minute, second] = [Math.floor(seconds / 60), seconds % 60]
  const clock = [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':')
  return `${DAY}T${clock}+02:00`
}

async function addDay(photos: Partial<Made>[]): Promise<Made[]> {
  const made = photos.map((photo) => ({ ...PLAIN, media_name: newMediaName(), ...photo }))
  await api.db.transaction(async (tx) => {
    for (const one of made) {
      await tx.run(sql`
        insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date, timezone,
               description, created_at, published_at, burst_id, like_count, comment_count, sharpness)
        values (${event.id}, ${owner.user.id}, ${one.status}, 'x', 1, 'jpeg', ${one.media_name},
               ${one.original_date}, 'Europe/Paris', '1', 1, 1, ${one.burst_id}, ${one.like_count},
               ${one.comment_count}, ${one.sharpness})`)
    }
  })
  await countUp()
  return made
}

/** As whatever changes what the feed shows does. */
async function countUp(): Promise<void> {
  await api.db.run(sql`update events set feed_version = feed_version + 1 where id = ${event.id}`)
}

function urlOf(photo: Pick<Made, 'media_name'> | undefined): string {
  return `/media/${photo?.media_name}/full.jpg`
}

function mean(photos: Made[]): number {
  return photos.reduce((sum, { like_count }) => sum + like_count, 0) / photos.length
}
