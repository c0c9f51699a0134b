import { describe, expect, it } from 'vitest'
import { texts } from '../../../contract/texts.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { makePhoto, readTooManyPixels } from '../../support/photos.ts'
import { sha256Of } from '../../support/sized-photos.ts'

const { client, guest, event } = await sharedApp()

const FILLINGS: [string, number, Buffer][] = [
  ['its end', 2, Buffer.of()],
  ['half of its end', 1, Buffer.of()],
  ['its end, filled up with zeros', 2, Buffer.alloc(500)],
  ['its end, filled up with 0xff', 2, Buffer.alloc(500, 0xff)],
]

describe('an uploaded JPEG', () => {
  describe.each([false, true])('that is progressive: %s', (progressive) => {
    const size = { width: 1000, height: 750, progressive }

    it.each(FILLINGS)('is shown as it came when it lacks %s', async (_name, bytes, filling) => {
      const whole = await makePhoto({ ...size, seed: bytes })
      const photo = Buffer.concat([whole.subarray(0, -bytes), filling])
      const post = await client.addPhoto(event, guest, photo)
      const shown = { status: 'COMPLETED', sha256: sha256Of(photo), width: 750, height: 1000 }
      expect(post).toMatchObject(shown)
    })

    it.each([3, 20_000])('is refused when its last %i bytes are missing', async (bytes) => {
      const photo = await makePhoto(size)
      const { status, body } = await client.upload(event, guest, photo.subarray(0, -bytes))
      expect([status, body.code]).toEqual([422, 'damaged_image'])
    })
  })
})

describe('an uploaded photo of too many pixels', () => {
  it('is refused at once, and its sender reads how many it may have', async () => {
    const { status, body } = await client.upload(event, guest, await readTooManyPixels())
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'too_many_pixels', error: texts.server.tooManyPixels })
    expect(body.error).toMatch(/JPEG may have 210 megapixels .*, any other photo 64\.$/)
  })
})
