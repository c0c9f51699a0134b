import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { MAX_VIDEO_BYTES, MAX_VIDEO_SECONDS } from '../../../contract/limits.ts'
import { freshPeople } from '../../support/fixtures.ts'
import { toForm } from '../../support/orma-api.ts'
import type { Person } from '../../support/orma-api.ts'
import { makePhotoFile } from '../../support/photos.ts'

const { api, owner, stranger } = freshPeople()

const UNSET = {
  organisers: [],
  handover: null,
  doorClosedUntil: null,
  paused: false,
  pausedByHost: false,
  uploadsClosed: false,
  reviewAll: false,
  endsAt: null,
  keptUntil: null,
  music: null,
  deleteAt: null,
  deletionSeenAt: null,
}

function getEvent(event_hash: string, options: { token?: string; address?: string } = {}) {
  return api.request(calls.getEvent, { params: { event_hash }, ...options })
}

describe('POST /events', () => {
  // Specification: 3.3
  it('makes an Orma of its own hash that the caller owns', async () => {
    const event = await api.createOrma(owner, {
      name: '  Anna & Ben 🎉 ',
      event_date: '2026-06-20',
      seating_url: 'https://seats.example/plan?a=1',
    })
    expect(event).toMatchObject({
      name: 'Anna & Ben 🎉',
      event_date: '2026-06-20 00:00:00.000',
      event_original_date: '2026-06-20 00:00:00.000',
      seating_url: 'https://seats.example/plan?a=1',
      event_profile_image_url: null,
      event_banner_url: null,
      userId: owner.user.id,
      User: { id: owner.user.id },
      postCount: 0,
      storageBytes: 0,
    })
    expect(Buffer.from(event.event_hash, 'base64url')).toHaveLength(16)
    expect((await api.createOrma(owner)).event_hash).not.toBe(event.event_hash)
  })

  it('says to everybody whether videos may be added, and which', async () => {
    const photosOnly = await api.createOrma(owner)
    const event = await api.createOrma(owner, { allowVideos: 'true' })
    const limits = { maxVideoSeconds: MAX_VIDEO_SECONDS, maxVideoBytes: MAX_VIDEO_BYTES }
    expect(photosOnly).toMatchObject({ allowVideos: false, ...limits })
    for (const token of [owner.token, stranger.token, '']) {
      const { body } = await getEvent(event.event_hash, token ? { token } : {})
      expect(body.event).toMatchObject({ allowVideos: true, ...limits })
    }
  })

  it.each([
    ['name', { name: '\u200b' }],
    ['name', { name: 'x'.repeat(81) }],
    ['name', { name: 'a\u0000b' }],
    ['event_date', { event_date: '2026-02-30' }],
    ['seating_url', { seating_url: 'javascript:alert(1)' }],
    ['seating_url', { seating_url: 'https://seats.example/\u0000' }],
  ])('X9: refuses a wrong %s and names it', async (field, fields) => {
    const body = toForm({ name: 'Anna', event_date: '2026-06-20', ...fields })
    const reply = await api.request(calls.createEvent, { token: owner.token, body })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, code: 'invalid_field', field })
  })
})

describe('GET /events/{event_hash}', () => {
  // Specification: 1.3, 7.12
  it('opens to everyone who has the hash, with its size for the owner', async () => {
    const event = await api.createOrma(owner)
    await api.addPost(event, stranger)
    const forGuest = await getEvent(event.event_hash)
    expect(forGuest.status).toBe(200)
    expect(forGuest.body.event).toMatchObject({ name: 'Anna & Ben', postCount: 1 })
    expect(forGuest.body.event).not.toHaveProperty('storageBytes')
    const forStranger = await getEvent(event.event_hash, { token: stranger.token })
    expect(forStranger.body).toEqual(forGuest.body)
    const forOwner = await getEvent(event.event_hash, { token: owner.token })
    expect(forOwner.body.event).toEqual({ ...event, postCount: 1, storageBytes: 1500 })
  })
})

describe('PUT /events/{event_hash}/update', () => {
  // Specification: 7.31
  it('changes what is sent and leaves the rest', async () => {
    const event = await api.createOrma(owner, { seating_url: 'https://seats.example' })
    const renamed = await api.changeOrma(event, owner, { name: 'Ben & Anna' })
    expect(renamed.status).toBe(200)
    expect(renamed.body.event).toEqual({ ...event, name: 'Ben & Anna' })
    const cleared = await api.changeOrma(event, owner, { seating_url: '' })
    expect(cleared.body.event).toEqual({ ...event, name: 'Ben & Anna', seating_url: null })
    const read = await getEvent(event.event_hash, { token: owner.token })
    expect(read.body).toEqual(cleared.body)
    // A date may have passed.
    const moved = await api.changeOrma(event, owner, { event_date: '2001-01-01 00:00:00.000' })
    expect(moved.body.event.event_date).toBe('2001-01-01 00:00:00.000')
  })
})

describe('the settings of an Orma', () => {
  const read = async ({ event_hash }: Event, person?: Person) =>
    (await getEvent(event_hash, person)).body.event

  it('are shown to its owner alone', async () => {
    const event = await api.createOrma(owner)
    expect(event).toMatchObject({ ...UNSET, storageBytes: 0 })
    const { storageBytes, storageLimit, owner: told, ...seen } = event
    for (const name of Object.keys(UNSET)) delete seen[name as keyof typeof seen]
    expect([storageBytes, storageLimit, told?.name]).toEqual([0, null, 'Anna'])
    for (const person of [undefined, stranger]) expect(await read(event, person)).toEqual(seen)
    expect(await read(event, owner)).toEqual(event)
  })

  it('are changed one by one, and stay where they are left out', async () => {
    const event = await api.createOrma(owner)
    let expected = event
    for (const [fields, change] of [
      [{ allowVideos: 'true' }, { allowVideos: true }],
      [{ uploadsClosed: 'true' }, { uploadsClosed: true, uploadsOpen: false }],
      [
        { reviewAll: 'true', music: ' calm ' },
        { reviewAll: true, music: 'calm' },
      ],
      [
        { endsAt: '2026-06-21T04:00:00+02:00' },
        { endsAt: '2026-06-21T02:00:00.000Z', uploadsOpenUntil: '2026-06-21T02:00:00.000Z' },
      ],
      [
        { name: 'Ben & Anna', paused: 'true' },
        { name: 'Ben & Anna', paused: true },
      ],
      [
        { paused: 'false', endsAt: '', music: '' },
        { paused: false, endsAt: null, music: null, uploadsOpenUntil: null },
      ],
    ] as const) {
      expected = { ...expected, ...change }
      const { status, body } = await api.changeOrma(event, owner, fields)
      expect([status, body.event]).toEqual([200, expected])
      expect(await read(event, owner)).toEqual(expected)
    }
  })

  it.each([
    ['paused', 'yes'],
    ['uploadsClosed', '1'],
    ['reviewAll', 'null'],
    ['allowVideos', 'on'],
    ['endsAt', '2026-02-31T04:00:00Z'],
    ['endsAt', '2026-06-21T04:00:00'],
    ['deleteAt', '2036-02-31T04:00:00Z'],
    ['music', 'Waltz'],
    ['music', '/media/music/calm.m4a'],
  ])('refuse for %s what is none', async (field, value) => {
    const event = await api.createOrma(owner)
    const { status, body } = await api.changeOrma(event, owner, { name: 'Other', [field]: value })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_field', field])
    expect(await read(event, owner)).toEqual(event)
  })
})

describe('GET /users/allevents', () => {
  // Specification: 3.14, 7.8
  it('lists the Ormas of the caller alone, newest first', async () => {
    const first = await api.createOrma(owner)
    const second = await api.createOrma(owner)
    await api.createOrma(stranger)
    const reply = await api.request(calls.listOwnEvents, { token: owner.token })
    expect(reply.body.allevents).toEqual([second, first])
  })
})

describe('POST /users/updateRecentlyViewed', () => {
  const view = (event_hash: unknown, { token }: Person) =>
    api.request(calls.markViewed, { token, body: { event_hash } })
  const views = async ({ token }: Person) =>
    (await api.request(calls.listRecentlyViewed, { token })).body.recentlyViewed

  // Specification: 3.15, 7.11
  it('puts an Orma in front of the list, each once', async () => {
    const [one, two] = [await api.createOrma(owner), await api.createOrma(owner)]
    for (const event of [one, two, one]) {
      api.clock.advance(1000)
      expect((await view(event.event_hash, stranger)).body).toEqual({ success: true })
    }
    const items = await views(stranger)
    expect(items.map((item: { Event: Event }) => item.Event.id)).toEqual([one.id, two.id])
    expect(items[0]).toMatchObject({ viewedAt: new Date(api.clock.ms).toISOString() })
    expect(items[0].Event).not.toHaveProperty('storageBytes')
    expect(await views(owner)).toEqual([])
  })

  // Specification: 7.10
  it('shows the latest 50', async () => {
    for (let n = 0; n < 52; n += 1) {
      api.clock.advance(1000)
      const { event_hash } = await api.createOrma(await api.signUp(), { name: `Orma ${n}` })
      await view(event_hash, stranger)
    }
    const items: { Event: Event }[] = await views(stranger)
    expect(items).toHaveLength(50)
    expect(items[0]?.Event.name).toBe('Orma 51')
    expect(items[49]?.Event.name).toBe('Orma 2')
  })

  it('shows of a paused Orma name and day alone, until it is open again', async () => {
    const image = await makePhotoFile({ width: 64, height: 48 })
    const seating_url = 'https://seats.example.com/'
    const made = await api.createOrma(owner, { profile_image: image, banner: image, seating_url })
    await api.addPost(made, owner)
    for (const person of [owner, stranger]) await view(made.event_hash, person)
    const set = (paused: string) => api.changeOrma(made, owner, { paused })
    await set('true')
    const { name, event_date, event_profile_image_url, event_banner_url } = made
    const pictures = { event_profile_image_url, event_banner_url }
    expect((await views(owner))[0].Event).toMatchObject({ ...pictures, seating_url, postCount: 1 })
    const [{ Event: seen }] = await views(stranger)
    const nothing = { event_profile_image_url: null, event_banner_url: null, seating_url: null }
    expect(seen).toMatchObject({ name, event_date, ...nothing, postCount: 0 })
    await set('false')
    const [{ Event: reopened }] = await views(stranger)
    expect(reopened).toMatchObject({ ...pictures, seating_url, postCount: 1 })
  })

  it('knows nothing of an Orma that does not exist', async () => {
    expect((await view('A'.repeat(22), stranger)).status).toBe(404)
    expect((await view(7, stranger)).status).toBe(400)
  })
})
