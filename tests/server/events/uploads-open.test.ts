import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { freshLiveServer, freshPeople } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'

const HOUR_MS = 3_600_000

const { api, owner, guest } = freshPeople()
const live = freshLiveServer(api)
let event: Event

beforeEach(async () => {
  const event_date = new Date(api.clock.ms).toISOString().slice(0, 19)
  event = await api.createOrma(owner, { event_date })
})

const set = async (fields: Record<string, string>) => {
  const { status } = await api.changeOrma(event, owner, fields)
  expect(status).toBe(200)
}

/** What the owner, another user and a guest are told. */
async function told(): Promise<Pick<Event, 'uploadsOpen' | 'uploadsOpenUntil'>[]> {
  const params = { event_hash: event.event_hash }
  const people = [{ token: owner.token }, { token: guest.token }, {}]
  const replies = await Promise.all(
    people.map((person) => api.request(calls.getEvent, { params, ...person })),
  )
  return replies.map(({ body }) => {
    const { uploadsOpen, uploadsOpenUntil } = body.event
    return { uploadsOpen, uploadsOpenUntil }
  })
}

const toAll = (uploadsOpen: boolean, uploadsOpenUntil: string | null = null) =>
  Array.from({ length: 3 }, () => ({ uploadsOpen, uploadsOpenUntil }))

describe('uploadsOpen', () => {
  // Specification: 7.23
  it('tells everybody whether the owner has closed the uploads', async () => {
    expect(event.uploadsOpen).toBe(true)
    expect(await told()).toEqual(toAll(true))
    await set({ uploadsClosed: 'true' })
    expect(await told()).toEqual(toAll(false))
    await set({ uploadsClosed: 'false' })
    expect(await told()).toEqual(toAll(true))
  })

  // Specification: 7.23
  it('tells everybody until when photos can be added, and when it is over', async () => {
    const end = new Date(api.clock.ms + HOUR_MS).toISOString()
    await set({ endsAt: end })
    expect(await told()).toEqual(toAll(true, end))
    api.clock.advance(HOUR_MS - 1)
    expect(await told()).toEqual(toAll(true, end))
    api.clock.advance(1)
    expect(await told()).toEqual(toAll(false, end))
    await set({ endsAt: '' })
    expect(await told()).toEqual(toAll(true))
    // It may be made with one.
    const endsAt = new Date(api.clock.ms + HOUR_MS).toISOString()
    const made = await api.createOrma(owner, { event_date: '2026-06-20', endsAt })
    expect(made).toMatchObject({ uploadsOpen: true, uploadsOpenUntil: endsAt, endsAt })
  })

  it('is over 1500 hours after the date', async () => {
    api.clock.advance(1500 * HOUR_MS - 1)
    expect((await told()).map(({ uploadsOpen }) => uploadsOpen)).toEqual([true, true, true])
    api.clock.advance(1)
    expect((await told()).map(({ uploadsOpen }) => uploadsOpen)).toEqual([false, false, false])
  })

  it('is told in the lists of one’s own Ormas and of those visited', async () => {
    await set({ uploadsClosed: 'true' })
    const own = await api.request(calls.listOwnEvents, { token: owner.token })
    expect(own.body.allevents).toMatchObject([{ uploadsOpen: false, uploadsClosed: true }])
    const { event_hash } = event
    await api.request(calls.markViewed, { token: guest.token, body: { event_hash } })
    const viewed = await api.request(calls.listRecentlyViewed, { token: guest.token })
    expect(viewed.body.recentlyViewed).toMatchObject([{ Event: { uploadsOpen: false } }])
  })
})

describe('live news of an Orma that its owner changes', () => {
  // Specification: 7.23
  it('tell listeners, and those who were away, without what is the owner’s', async () => {
    const listeners = await Promise.all(
      [owner.token, guest.token, undefined].map((token) =>
        listenTo(live.origin, event.event_hash, token === undefined ? {} : { token }),
      ),
    )
    await expect.poll(() => listeners.every((each) => each.lastId() !== undefined)).toBe(true)
    const lastEventId = listeners[2]?.lastId()
    const end = new Date(api.clock.ms + HOUR_MS).toISOString()
    await set({ name: 'Ben & Anna', uploadsClosed: 'true', endsAt: end, allowVideos: 'true' })
    const params = { event_hash: event.event_hash }
    const { body } = await api.request(calls.getEvent, { params })
    const now: Event = body.event
    expect(now).toMatchObject({ name: 'Ben & Anna', uploadsOpen: false, uploadsOpenUntil: end })
    expect(now.allowVideos).toBe(true)
    expect(now).not.toHaveProperty('uploadsClosed')
    const isNew = ({ event: { name } }: { event: Event }) => name === now.name
    for (const listener of listeners) {
      expect((await listener.next('EVENT_CHANGED', isNew)).event).toEqual(now)
    }
    await set({ uploadsClosed: 'false', endsAt: '' })
    const late = await listenTo(live.origin, event.event_hash, { lastEventId })
    const open = { ...now, uploadsOpen: true, uploadsOpenUntil: null }
    expect((await late.next('EVENT_CHANGED')).event).toEqual(open)
    expect(late.heard).toHaveLength(1)
    await Promise.all([...listeners, late].map((listener) => listener.close()))
  })
})
