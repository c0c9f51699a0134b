import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { toForm } from '../../support/api-client.ts'
import { sharedApp, sharedFolder } from '../../support/fixtures.ts'
import { isUpright, makeLongPhoto } from '../../support/photos.ts'

const { orma, client, owner, event } = await sharedApp()
const folder = await sharedFolder()

const read = async (address: string | null | undefined) =>
  Buffer.from(await (await fetch(orma.url + (address ?? ''))).arrayBuffer())

describe('a photo whose orientation is written as a long number', () => {
  it.each([
    ['a small one', { width: 320, height: 240 }],
    ['one that is decoded in part first', { width: 2400, height: 1800 }],
  ])('is upright in the feed and in the archive: %s', async (_which, size) => {
    const photo = await makeLongPhoto(size)
    const post = await client.addPhoto(event, owner, photo)
    expect([post.width, post.height]).toEqual([size.height, size.width])
    expect(await isUpright(await read(post.image_url))).toBe(true)
    expect(await isUpright(await read(post.compressed_url))).toBe(true)
    expect(await isUpright(await archived(post.id))).toBe(true)
  })

  it('is upright as the picture of an Orma', async () => {
    const photo = await makeLongPhoto({ width: 320, height: 240 })
    const form = toForm({ name: 'Anna & Ben', event_date: event.event_date.slice(0, 10) })
    form.set('banner', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'banner.jpg')
    const params = { event_hash: event.event_hash }
    const updated = await client.call(api.updateEvent, { params, token: owner.token, form })
    expect(await isUpright(await read(updated.body.event.event_banner_url))).toBe(true)
  })
})

/** A photo of the archive, turned as its EXIF data say. */
async function archived(post_id: number): Promise<Buffer> {
  const params = { event_hash: event.event_hash }
  for (;;) {
    const { body } = await client.call(api.askForArchive, { params, token: owner.token })
    if (body.percent < 100) continue
    const zip = join(folder, `${post_id}.zip`)
    await writeFile(zip, await read(body.address))
    const bytes = execFileSync('unzip', ['-p', zip, `*#${post_id}.jpg`])
    expect(bytes.includes('\x01\x12\0\x03', 0, 'latin1')).toBe(true)
    return await sharp(bytes).autoOrient().toBuffer()
  }
}
