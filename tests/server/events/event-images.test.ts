import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { EVENT_IMAGE_MAX_BYTES } from '../../../contract/limits.ts'
import { freshPeople, setProgramOfChildren } from '../../support/fixtures.ts'
import { toForm } from '../../support/orma-api.ts'
import {
  CAMERA,
  GPS_WORD,
  makePhoto,
  makePhotoFile,
  readTooManyPixels,
  SERIAL,
} from '../../support/photos.ts'

const { api, owner } = freshPeople()

function file(content: string | Uint8Array, name = 'photo.jpg'): File {
  return new File([content as Uint8Array<ArrayBuffer>], name)
}

const photo = () => makePhotoFile({ width: 640, height: 480 })

function create(fields: Record<string, string | Blob>) {
  const body = toForm({ name: 'Anna', event_date: '2026-06-20', ...fields })
  return api.request(calls.createEvent, { token: owner.token, body })
}

const storedKeys = async () =>
  (await Array.fromAsync(api.blobs.list('event/'))).map(({ key }) => key).toSorted()

function keyOf(address: string | null): string {
  const name = /^\/media\/event\/([0-9a-f]{32})\.jpg$/.exec(address ?? '')?.[1] ?? ''
  return `event/${name.slice(0, 2)}/${name}`
}

describe('an image of POST /events', () => {
  it('is kept as a JPEG without metadata at an address nobody can guess', async () => {
    const { body } = await create({ profile_image: await photo(), banner: await photo() })
    const keys = [body.event.event_profile_image_url, body.event.event_banner_url].map(keyOf)
    expect(new Set(keys).size).toBe(2)
    expect(await storedKeys()).toEqual(keys.toSorted())
    for (const key of keys) {
      const image = Buffer.from((await api.blobs.read(key)) ?? [])
      expect(image.subarray(0, 3).toString('hex')).toBe('ffd8ff')
      for (const word of [GPS_WORD, SERIAL, CAMERA]) expect(image.includes(word)).toBe(false)
    }
  })

  it('may be absent or the empty file of a form in which nothing was chosen', async () => {
    const reply = await create({ banner: new File([], '') })
    expect(reply.status).toBe(201)
    expect(reply.body.event.event_banner_url).toBeNull()
  })

  it('is not blamed where the process that renders it cannot start', async () => {
    setProgramOfChildren('/bin/false')
    const reply = await create({ banner: await photo() })
    expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await storedKeys()).toEqual([])
  })

  it.each([
    ['text', file('hello', 'photo.jpg')],
    ['an SVG', file('<svg xmlns="http://www.w3.org/2000/svg"/>', 'photo.svg')],
    ['nothing', file('', 'photo.jpg')],
  ])('is refused when it is %s', async (_what, banner) => {
    const reply = await create({ banner })
    expect(reply.status).toBe(415)
    expect(reply.body).toMatchObject({ error: 'Please select an image file.', field: 'banner' })
    expect(await storedKeys()).toEqual([])
  })

  it('is refused when it cannot be decoded, and the other one is not kept either', async () => {
    const torn = file(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(2000)]))
    const reply = await create({ profile_image: await photo(), banner: torn })
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ code: 'damaged_image', field: 'banner' })
    expect(await storedKeys()).toEqual([])
  })

  // Specification: 5.15
  it.each([1, 1024 * 1024])('is refused at %i bytes above 5 MB', async (above) => {
    const large = Buffer.alloc(EVENT_IMAGE_MAX_BYTES + above)
    ;(await makePhoto({ width: 640, height: 480 })).copy(large)
    const reply = await create({ banner: file(large), profile_image: await photo() })
    expect(reply.status).toBe(413)
    expect(reply.body.error).toBe('File size exceeds the limit of 5MB.')
    expect(await storedKeys()).toEqual([])
  })

  it('is refused for too many pixels, saying how many it may have', async () => {
    const profile_image = file(await readTooManyPixels())
    const { status, body } = await create({ profile_image })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'too_many_pixels', field: 'profile_image' })
    expect(body.error).toMatch(/JPEG may have 210 megapixels .*, any other photo 64\.$/)
    expect(await storedKeys()).toEqual([])
  })

  // Specification: 9.7
  it('of exactly 5 MB is taken', async () => {
    const large = Buffer.alloc(EVENT_IMAGE_MAX_BYTES)
    ;(await makePhoto({ width: 640, height: 480 })).copy(large)
    expect((await create({ banner: file(large) })).status).toBe(201)
  })
})

describe('an image of PUT /events/{event_hash}/update', () => {
  it('takes the place of the one before, whose file goes', async () => {
    const { event } = (await create({ profile_image: await photo(), banner: await photo() })).body
    const reply = await api.changeOrma(event, owner, { banner: await photo() })
    const after = reply.body.event
    expect(after.event_profile_image_url).toBe(event.event_profile_image_url)
    expect(after.event_banner_url).not.toBe(event.event_banner_url)
    const kept = [after.event_profile_image_url, after.event_banner_url].map(keyOf)
    expect(await storedKeys()).toEqual(kept.toSorted())
  })

  it('stays where the new one is refused', async () => {
    const { event } = (await create({ banner: await photo() })).body
    const reply = await api.changeOrma(event, owner, { banner: file('hello') })
    expect(reply.status).toBe(415)
    expect(await storedKeys()).toEqual([keyOf(event.event_banner_url)])
  })
})
