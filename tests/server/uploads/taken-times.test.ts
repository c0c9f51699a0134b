import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { toForm } from '../../support/api-client.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { sha256Of } from '../../support/sized-photos.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

const { orma, client, owner, event } = await sharedApp()
// What a messenger leaves of a photo.
const silent = await makePhoto({ width: 160, height: 120, takenAt: null })

interface Sent {
  fields?: Record<string, string>
  filename?: string
  key?: string
}

/** Sends the photo as a whole, with these fields alone. */
async function send({ fields = {}, filename = 'photo.jpg', key = randomUUID() }: Sent) {
  const form = toForm(fields)
  form.set('image', new Blob([new Uint8Array(silent)], { type: 'image/jpeg' }), filename)
  const params = { event_hash: event.event_hash }
  return client.call(api.uploadPhoto, { params, token: owner.token, form, key })
}

const STATED = { original_date: '2026-06-25T10:00:00+02:00', timezone: 'Europe/Berlin' }

/** Whether a text is a time of just now, by a clock with this offset. */
function isOfNow(text: string, offset: RegExp): boolean {
  return offset.test(text) && Math.abs(Date.parse(text) - Date.now()) < 300_000
}

describe('a photo that says nothing of when it was taken', () => {
  it.each([
    ['of the year 58879', { original_date: '+058879-06-19T11:33:20.000+02:00' }],
    ['of 1601', { original_date: '1601-01-01T00:00:00.000+00:53' }],
    ['of 2185', { original_date: '2185-07-16T00:00:00.000+02:00' }],
    ['that is none', { original_date: 'Invalid Date' }],
    ['of no length', { original_date: '' }],
    ['that was not sent', {}],
  ])('has the time of its receipt in the place of one %s', async (_what, fields) => {
    const { status, body } = await send({ fields: { timezone: 'Asia/Kathmandu', ...fields } })
    expect(status).toBe(201)
    expect(isOfNow(body.post.original_date, /\+05:45$/)).toBe(true)
  })

  it('is taken without any field, by the clock of UTC', async () => {
    const { status, body } = await send({})
    expect(status).toBe(201)
    expect(isOfNow(body.post.original_date, /\+00:00$/)).toBe(true)
  })

  it.each<Record<string, string>>([
    { timezone: 'x'.repeat(65) },
    { timezone: 'Mars\nOlympus' },
    { description: 'x'.repeat(1001) },
    { description: 'a\0b' },
    { original_sha256: 'abc' },
  ])('is taken with a field that makes no sense', async (odd) => {
    const { status, body } = await send({ fields: { ...STATED, ...odd } })
    expect([status, body.post.original_date]).toEqual([201, STATED.original_date])
  })

  it.each(['', '"; \\', 'a\0b.jpg', `${'x'.repeat(5000)}.jpg`, '😀\n.jpg'])(
    'is taken whatever its file is called: %j',
    async (filename) => {
      const { status, body } = await send({ fields: STATED, filename })
      expect([status, body.post.original_date]).toEqual([201, STATED.original_date])
    },
  )

  it('finds its post again when it is sent again with another time', async () => {
    const key = randomUUID()
    const bad = { ...STATED, original_date: '+058879-06-19T11:33:20.000+02:00' }
    const first = await send({ key, fields: bad })
    const again = await send({ key, fields: STATED })
    expect([again.status, again.body.post.id]).toEqual([200, first.body.post.id])
  })

  it('has the time of its name, whole or in chunks', async () => {
    const filename = 'PXL_20260620_130405123.jpg'
    const { body } = await send({ fields: STATED, filename })
    expect(body.post.original_date).toBe('2026-06-20T15:04:05+02:00')
    const tus = createTusCaller(orma, event, owner)
    const id = await tus.begin(silent, { metadata: { ...STATED, filename } })
    await tus.patch(id, 0, silent)
    const result = await tus.result(id)
    expect(result.body.post.original_date).toBe('2026-06-20T15:04:05+02:00')
  })

  it('keeps the stated time of one made smaller: the whole one’s', async () => {
    const fields = { ...STATED, original_sha256: sha256Of(Buffer.from('the whole one')) }
    const { body } = await send({ fields, filename: 'IMG_20260620_150405.jpg' })
    expect(body.post.original_date).toBe(STATED.original_date)
  })
})
