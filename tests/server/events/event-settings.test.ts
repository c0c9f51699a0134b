import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { toForm } from '../../support/api-client.ts'
import type { Person } from '../../support/api-client.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

const { orma, client, owner, guest } = await sharedApp()

const read = async ({ event_hash }: Event, person?: Person) =>
  (await client.call(api.getEvent, { params: { event_hash }, ...person })).body.event

const set = ({ event_hash }: Event, fields: Record<string, string>) =>
  client.call(api.updateEvent, { params: { event_hash }, token: owner.token, form: toForm(fields) })

const UNSET = {
  paused: false,
  uploadsClosed: false,
  reviewAll: false,
  endsAt: null,
  music: null,
  deleteAt: null,
  deletionSeenAt: null,
}

describe('the settings of an Orma', () => {
  it('are shown to its owner alone', async () => {
    const event = await client.createOrma(owner)
    expect(event).toMatchObject({ ...UNSET, storageBytes: 0 })
    const { storageBytes, ...seen } = event
    for (const name of Object.keys(UNSET)) delete seen[name as keyof typeof seen]
    expect(storageBytes).toBe(0)
    expect(await read(event)).toEqual(seen)
    expect(await read(event, guest)).toEqual(seen)
    expect(await read(event, owner)).toEqual(event)
  })

  it('are changed one by one, and stay where they are left out', async () => {
    const event = await client.createOrma(owner)
    let expected = event
    for (const [fields, change] of [
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
      const { status, body } = await set(event, fields)
      expect([status, body.event]).toEqual([200, expected])
      expect(await read(event, owner)).toEqual(expected)
    }
  })

  it.each([
    ['paused', 'yes'],
    ['paused', ''],
    ['uploadsClosed', '1'],
    ['reviewAll', 'null'],
    ['endsAt', 'tomorrow'],
    ['endsAt', '2026-06-21'],
    ['endsAt', '2026-02-31T04:00:00Z'],
    ['endsAt', '2026-06-21T04:00:00'],
    ['deleteAt', 'tomorrow'],
    ['deleteAt', '2036-02-31T04:00:00Z'],
    ['music', 'Waltz'],
    ['music', 'none'],
    ['music', '/media/music/calm.m4a'],
  ])('refuse for %s what is none', async (field, value) => {
    const event = await client.createOrma(owner)
    const { status, body } = await set(event, { name: 'Other', [field]: value })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_field', field])
    expect(await read(event, owner)).toEqual(event)
  })
})

describe('uploads to an Orma', () => {
  const past = '2026-01-01T00:00:00Z'
  const future = new Date(Date.now() + 86_400_000).toISOString()

  it.each([
    ['that its owner closed', { uploadsClosed: 'true' }],
    ['that has ended', { endsAt: past }],
  ])('%s are refused to all but its owner', async (_what, fields) => {
    const event = await client.createOrma(owner)
    const photo = await makePhoto({ width: 160, height: 120, seed: 3 })
    const begun = createTusCaller(orma, event, guest)
    const id = await begun.begin(photo)
    const key = randomUUID()
    const kept = await client.upload(event, guest, photo, { key })
    await set(event, fields)
    const again = await client.upload(event, guest, photo, { key })
    expect([again.status, again.body.post.id]).toEqual([200, kept.body.post.id])
    for (const refused of [
      await client.upload(event, guest, photo),
      await client.upload(event, guest, photo, { key: randomUUID() }),
      await begun.create(photo),
      await begun.patch(id, 0, photo),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'window_closed'])
      expect(refused.body.error).toBe(texts.event.uploadsClosed)
    }
    expect((await client.upload(event, owner, photo)).status).toBe(201)
    await set(event, { uploadsClosed: 'false', endsAt: future })
    expect((await begun.patch(id, 0, photo)).status).toBe(204)
    expect((await client.upload(event, guest, photo)).status).toBe(201)
  })
})
