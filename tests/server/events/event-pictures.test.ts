import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Event } from '../../../contract/entities.ts'
import { ORMA_IMAGE_PX, imageSizes } from '../../../contract/image-widths.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { CAMERA, GPS_WORD, makePhotoFile, SERIAL } from '../../support/photos.ts'

interface Icon {
  src: string
  sizes: string
  type: string
  purpose: string
}

const { orma, client, owner } = await sharedServer()

const load = (path: string | null | undefined) => fetch(`${orma.url}${path}`)

async function withImage(
  field: 'profile_image' | 'banner',
  size: { width: number; height: number },
  event?: Event,
): Promise<Event> {
  const image = await makePhotoFile(size)
  const { body } = await client.changeOrma(event ?? (await client.createOrma(owner)), owner, {
    [field]: image,
  })
  return body.event as Event
}

describe('the icons of an Orma’s app', () => {
  const withPicture = (event?: Event) =>
    withImage('profile_image', { width: 400, height: 300 }, event)

  async function iconsOf({ event_hash }: Event): Promise<Icon[]> {
    const answer = await load(`/${event_hash}/manifest.webmanifest`)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    return ((await answer.json()) as { icons: Icon[] }).icons
  }

  it('are made of its picture, in the sizes of home screens', async () => {
    const icons = await iconsOf(await withPicture())
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    for (const { src, sizes } of icons) {
      const answer = await load(src)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(answer.headers.get('cache-control')).toContain('immutable')
      const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata()
      expect([format, `${width}x${height}`]).toEqual(['png', sizes])
    }
  })

  it("are the product's where it has no picture", async () => {
    const product = (await (await load('/manifest.webmanifest')).json()) as { icons: Icon[] }
    expect(await iconsOf(await client.createOrma(owner))).toEqual(product.icons)
  })

  it('are others for a new picture, and the old ones are gone', async () => {
    const first = await withPicture()
    const [before] = await iconsOf(first)
    expect((await load(before?.src)).status).toBe(200)
    const [after] = await iconsOf(await withPicture(first))
    expect(after?.src).not.toBe(before?.src)
    expect((await load(before?.src)).status).toBe(404)
    expect((await load(after?.src)).status).toBe(200)
  })
})

describe('the smaller ones of an Orma’s pictures', () => {
  const withBanner = (event?: Event) => withImage('banner', { width: 2400, height: 3200 }, event)

  it('come in every width of their srcset, without metadata', async () => {
    const { event_banner_url } = await withBanner()
    const sizes = imageSizes(event_banner_url ?? '')?.split(', ') ?? []
    const widths = sizes.map((size) => Number(size.split(' ')[1]?.replace('w', '')))
    expect(widths).toEqual([320, 800, 1200, ORMA_IMAGE_PX.banner])
    for (const [at, size] of sizes.entries()) {
      const answer = await load(size.split(' ')[0])
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toContain('immutable')
      const bytes = Buffer.from(await answer.arrayBuffer())
      const { format, width } = await sharp(bytes).metadata()
      expect(width).toBe(widths[at])
      expect(answer.headers.get('content-type')).toBe(`image/${format}`)
      for (const secret of [GPS_WORD, SERIAL, CAMERA]) expect(bytes.includes(secret)).toBe(false)
    }
  })

  it('are no larger than the picture', async () => {
    const event = await withImage('profile_image', { width: 400, height: 400 })
    const answer = await load(`${event.event_profile_image_url}?w=800`)
    expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(400)
  })

  it('are had by all of twenty who ask for the same width at once', async () => {
    const { event_banner_url } = await withBanner()
    const ask = async () => (await load(`${event_banner_url}?w=1200`)).bytes()
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, ask))
    expect(first?.length).toBeGreaterThan(0)
    for (const bytes of others) expect(Buffer.compare(bytes, first ?? new Uint8Array())).toBe(0)
  })

  it('go with the picture they are made of', async () => {
    const before = await withBanner()
    const small = `${before.event_banner_url}?w=320`
    expect((await load(small)).status).toBe(200)
    await withBanner(before)
    expect((await load(small)).status).toBe(404)
  })
})
