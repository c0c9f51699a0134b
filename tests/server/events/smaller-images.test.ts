import sharp from 'sharp'
import { expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { ORMA_IMAGE_PX, imageSizes } from '../../../contract/image-widths.ts'
import { toForm } from '../../support/api-client.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { CAMERA, GPS_WORD, makePhoto, SERIAL } from '../../support/photos.ts'

const { orma, client, owner } = await sharedApp()

it('an Orma’s banner comes in every width of its srcset, without metadata', async () => {
  const { event_banner_url } = await withImage('banner')
  const sizes = imageSizes(event_banner_url ?? '')?.split(', ') ?? []
  const widths = sizes.map((size) => Number(size.split(' ')[1]?.replace('w', '')))
  expect(widths).toEqual([320, 800, 1200, ORMA_IMAGE_PX.banner])
  for (const [at, size] of sizes.entries()) {
    const answer = await fetch(orma.url + size.split(' ')[0])
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { format, width } = await sharp(bytes).metadata()
    expect(width).toBe(widths[at])
    expect(answer.headers.get('content-type')).toBe(`image/${format}`)
    for (const secret of [GPS_WORD, SERIAL, CAMERA]) expect(bytes.includes(secret)).toBe(false)
  }
})

it('a picture smaller than a width asked for is not enlarged', async () => {
  const { event_profile_image_url } = await withImage('profile_image', { width: 400, height: 400 })
  const answer = await fetch(`${orma.url}${event_profile_image_url}?w=800`)
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(400)
})

it('twenty who ask for the same width at once all get it', async () => {
  const { event_banner_url } = await withImage('banner')
  const ask = async () => (await fetch(`${orma.url}${event_banner_url}?w=1200`)).bytes()
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, ask))
  expect(first?.length).toBeGreaterThan(0)
  expect(others.every((bytes) => Buffer.compare(bytes, first ?? Buffer.alloc(0)) === 0)).toBe(true)
})

it('what was made of a picture goes with it', async () => {
  const before = await withImage('banner')
  const address = `${orma.url}${before.event_banner_url}?w=320`
  expect((await fetch(address)).status).toBe(200)
  await withImage('banner', undefined, before)
  expect((await fetch(address)).status).toBe(404)
})

async function withImage(
  field: 'profile_image' | 'banner',
  size: { width: number; height: number } = { width: 2400, height: 3200 },
  event?: Event,
): Promise<Event> {
  const { event_hash } = event ?? (await client.createOrma(owner))
  const form = toForm({})
  const picture = await makePhoto(size)
  form.set(field, new Blob([new Uint8Array(picture)]), 'us.jpg')
  const { token } = owner
  const { body } = await client.call(calls.updateEvent, { params: { event_hash }, token, form })
  return body.event as Event
}
