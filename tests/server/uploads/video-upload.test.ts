import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Person } from '../../support/api-client.ts'
import { sharedApp, sharedFolder } from '../../support/fixtures.ts'
import { makeVideo } from '../../support/make-video.ts'
import { makePhoto } from '../../support/photos.ts'
import { sendVideo } from '../../support/send-video.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

const [MAX_UPLOAD_BYTES, MAX_VIDEO_BYTES] = [100_000, 3_000_000]
const env = {
  MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES),
  MAX_VIDEO_BYTES: String(MAX_VIDEO_BYTES),
  MAX_VIDEO_SECONDS: '60',
}
const { orma, client, guest } = await sharedApp({ env })
const folder = await sharedFolder()
const clip = await video('clip.mp4')
let event: Event
let owner: Person
beforeEach(async () => {
  // One person makes few Ormas a day.
  owner = await client.signUp('Olga Owner')
  event = await client.createOrma(owner, { allowVideos: 'true' })
})

async function video(name: string, seconds = 2): Promise<Buffer> {
  const file = join(folder, name)
  await makeVideo(file, { seconds, fps: seconds > 10 ? 5 : 30, rotate: 90, location: true })
  return readFile(file)
}

const send = (bytes: Uint8Array, options?: Parameters<typeof sendVideo>[4]) =>
  sendVideo(orma, event, guest, bytes, options)
const readOrma = async (): Promise<Event> => {
  const params = { event_hash: event.event_hash }
  return (await client.call(calls.getEvent, { params, token: owner.token })).body.event
}
const bytesAt = async (address = '') =>
  Number((await fetch(orma.url + address, { method: 'HEAD' })).headers.get('content-length'))

describe('a video sent by resumable upload', () => {
  it('waits, and then has a poster, its length and its address', async () => {
    const { status, body } = await send(clip)
    expect(status).toBe(200)
    expect(body.post).toMatchObject({ kind: 'video', video_url: null, image_url: null })
    const post = await client.whenProcessed(event, guest, body.post.id)
    expect(post).toMatchObject({ status: 'COMPLETED', width: 240, height: 320, duration: 2 })
    expect(post.thumbhash).toMatch(/^[\w+/]{20,}=*$/)
    expect(post.original_date).toBe('2026-06-20T18:30:00+02:00')
    expect(post.burst).toBeUndefined()
    const { image_url, compressed_url, video_url } = post
    const made = await Promise.all(
      [image_url, compressed_url, video_url].map((at) => bytesAt(at ?? '')),
    )
    expect(made.every((size) => size > 1000)).toBe(true)
    const { storageBytes, postCount } = await readOrma()
    expect(storageBytes).toBe(made.reduce((sum, size) => sum + size, clip.length))
    expect(postCount).toBe(1)
  })

  it('is one post, however often it is sent with its key', async () => {
    const key = randomUUID()
    const [one, two] = [await send(clip, { key }), await send(clip, { key })]
    expect([one.status, two.status]).toEqual([200, 200])
    expect(two.body.post.id).toBe(one.body.post.id)
    await client.whenProcessed(event, guest, one.body.post.id)
    expect((await readOrma()).postCount).toBe(1)
  })

  it('is what its bytes are, whatever its sender calls it', async () => {
    const small = { filename: 'a.jpg', filetype: 'image/jpeg' }
    const photo = await makePhoto({ width: 320, height: 240 })
    expect((await send(photo)).body.post).toMatchObject({ kind: 'photo' })
    const called = await send(clip.subarray(0, 90_000), small)
    expect([called.status, called.body.code]).toEqual([422, 'damaged_video'])
  })

  it('fails where it is whole by its structure and nothing can be decoded', async () => {
    const spoilt = Buffer.from(clip)
    const data = spoilt.indexOf('mdat')
    spoilt.fill(0x55, data + 4, spoilt.indexOf('moov') - 4)
    const { status, body } = await send(spoilt)
    expect(status).toBe(200)
    const post = await client.whenProcessed(event, guest, body.post.id)
    expect(post.status).toBe('FAILEDPROCESSING')
  })
})

describe('a video is refused for good', () => {
  const refusalOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
    status,
    body['code'],
    body['error'],
  ]

  it('where the Orma takes photos alone, as every other file is', async () => {
    event = await client.createOrma(owner)
    const small = clip.subarray(0, MAX_UPLOAD_BYTES)
    const refused = [415, 'unsupported_image', texts.server.unsupportedImage]
    expect(refusalOf(await send(small))).toEqual(refused)
    const large = await createTusCaller(orma, event, guest).create(clip)
    expect(refusalOf(large)).toEqual([413, 'too_large', texts.server.tooLarge])
  })

  it('where it is longer than allowed, with the limit in words', async () => {
    const tooLong = [422, 'video_too_long', texts.server.videoTooLong(60)]
    expect(refusalOf(await send(await video('long.mp4', 63)))).toEqual(tooLong)
    expect(texts.server.videoTooLong(60)).toContain('1 min')
  })

  it('where it is larger than allowed, before its first byte', async () => {
    const tus = createTusCaller(orma, event, guest)
    const begin = (length: number, filetype: string) =>
      tus.create(clip, { length, metadata: { filetype } })
    const tooLarge = [413, 'too_large', texts.server.videoTooLarge(MAX_VIDEO_BYTES)]
    expect(refusalOf(await begin(MAX_VIDEO_BYTES + 1, 'video/mp4'))).toEqual(tooLarge)
    expect((await begin(MAX_VIDEO_BYTES, 'video/quicktime')).status).toBe(201)
    expect((await begin(MAX_UPLOAD_BYTES + 1, 'image/jpeg')).status).toBe(413)
    const { headers } = await tus.call('OPTIONS', tus.uploads)
    expect(headers.get('tus-max-size')).toBe(String(MAX_VIDEO_BYTES))
  })

  it('where a large photo calls itself one', async () => {
    const photo = Buffer.concat([await makePhoto({}), Buffer.alloc(MAX_UPLOAD_BYTES)])
    expect(refusalOf(await send(photo))).toEqual([413, 'too_large', texts.server.tooLarge])
    expect(
      await orma.db.get(
        sql`select id from uploads where event_id = ${event.id} and state = 'open'`,
      ),
    ).toBeUndefined()
  })

  it('where it comes in one request, as ever', async () => {
    const answer = await client.upload(event, guest, clip.subarray(0, 90_000))
    expect(refusalOf(answer)).toEqual([415, 'unsupported_image', texts.server.unsupportedImage])
  })
})

describe('the address of a video', () => {
  it('gives ranges, and is cached for a year', async () => {
    const post = await client.whenProcessed(event, guest, (await send(clip)).body.post.id)
    const get = (headers: Record<string, string>, method = 'GET') =>
      fetch(orma.url + post.video_url, { method, headers })
    const whole = await get({})
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-length': String(bytes.length),
    })
    const etag = whole.headers.get('etag') ?? ''
    const part = await get({ range: 'bytes=100-199', 'if-range': etag })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-199/${bytes.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200))
    expect((await get({ range: 'bytes=100-199', 'if-range': '"other"' })).status).toBe(200)
    expect((await get({ range: `bytes=${bytes.length}-` })).status).toBe(416)
    const head = await get({ range: 'bytes=-10' }, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([206, '10'])
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
  })

  it('gives ranges to its owner alone while it waits for them, and nothing is kept', async () => {
    await client.changeOrma(event, owner, { reviewAll: 'true' })
    const { id } = (await send(clip)).body.post as Post
    const post = await client.whenProcessed(event, owner, id)
    expect(post).toMatchObject({ status: 'FAILEDBYNUDITY', reviewReason: 'review', duration: 2 })
    const ask = (address: string) => fetch(orma.url + address, { headers: { range: 'bytes=0-9' } })
    const signed = await ask(post.video_url ?? '')
    expect([signed.status, signed.headers.get('cache-control')]).toEqual([206, 'private, no-store'])
    expect((await ask(post.video_url?.split('?')[0] ?? '')).status).toBe(404)
    const params = { event_hash: event.event_hash, post_id: id }
    await client.call(calls.approvePost, { params, token: owner.token })
    const shown = await client.whenProcessed(event, owner, id)
    expect((await ask(shown.video_url ?? '')).status).toBe(206)
    expect(shown.burst).toBeUndefined()
  })

  it('is none of a photo', async () => {
    const small = await makePhoto({ width: 320, height: 240 })
    const { image_url } = await client.addPhoto(event, guest, small)
    const address = image_url?.replace('full.jpg', 'video.mp4') ?? ''
    expect((await fetch(orma.url + address)).status).toBe(404)
  })
})
