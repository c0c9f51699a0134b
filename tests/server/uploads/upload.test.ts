import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { texts } from '../../../contract/texts.ts'
import { toForm } from '../../support/api-client.ts'
import { filesBelow } from '../../support/files-below.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { PAYLOAD } from '../../support/hostile/spoil-photo.ts'
import { GPS_WORD, isUpright, makeBrokenPhoto, makePhoto, SERIAL } from '../../support/photos.ts'
import { sha256Of } from '../../support/sized-photos.ts'

const LIMIT = 12
const { damagedImage, tooLarge, unsupportedImage } = texts.server

const { orma, client, owner, guest, event } = await sharedApp({
  env: { USER_UPLOAD_LIMIT: String(LIMIT), MAX_UPLOAD_BYTES: '3000000' },
})
const photo = await makePhoto({ width: 1600, height: 1200, seed: 1 })

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(orma.url + path, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('POST /events/{event_hash}/upload', () => {
  // Specification: 3.16, 7.30
  it('answers 201 with a waiting post, and shows it once rendered', async () => {
    const { status, body } = await client.upload(event, guest, photo)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      limitReached: false,
      post: { status: 'READYFORPROCESSING', sha256: sha256Of(photo), image_url: null },
    })

    const post = await client.whenProcessed(event, guest, body.post.id)
    expect(post).toMatchObject({ status: 'COMPLETED', width: 1200, height: 1600 })
    const { body: feed } = await client.call(api.listPosts, {
      params: { event_hash: event.event_hash, page: 1 },
    })
    expect(feed[0].id).toBe(post.id)
  })

  it.each([
    ['photo.jpg', 'image/jpeg'],
    ['../../../../evil.svg', 'image/svg+xml'],
    ['photo.jpg.html', 'text/html'],
    ['a'.repeat(300) + '.js', 'text/javascript'],
  ])('X11, X12: shows of a picture and program named %s the picture', async (filename, type) => {
    const small = await makePhoto({ width: 320, height: 240 })
    const bytes = Buffer.concat([small, Buffer.from(PAYLOAD)])
    const post = await client.addPhoto(event, guest, bytes, { filename, type })
    for (const [path, served] of [
      [post.image_url, 'image/jpeg'],
      [post.compressed_url, 'image/webp'],
    ] as const) {
      expect(path).toMatch(/^\/media\/[\w/.-]+$/)
      const { response, bytes } = await read(path ?? '')
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': served,
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'accept-ranges': 'bytes',
      })
      expect(await isUpright(bytes)).toBe(true)
      for (const word of [GPS_WORD, SERIAL, 'Exif', '<script'])
        expect(bytes.includes(word)).toBe(false)
    }
    const files = [...(await storedFiles()).keys()]
    expect(files.filter((file) => !/^[\w./-]+$/.test(file) || /evil|\.js|html/.test(file))).toEqual(
      [],
    )
  })

  it('serves parts of a photo and says when a copy is still good', async () => {
    const { image_url } = await client.addPhoto(event, guest, photo)
    const whole = await read(image_url ?? '')
    const part = await read(image_url ?? '', { range: 'bytes=10-19' })
    expect(part.response.status).toBe(206)
    expect(part.response.headers.get('content-range')).toBe(`bytes 10-19/${whole.bytes.length}`)
    expect(part.bytes).toEqual(whole.bytes.subarray(10, 20))
    const last = await read(image_url ?? '', { range: 'bytes=-5' })
    expect(last.bytes).toEqual(whole.bytes.subarray(-5))
    const beyond = await read(image_url ?? '', { range: 'bytes=999999999-' })
    expect(beyond.response.status).toBe(416)
    const etag = whole.response.headers.get('etag') ?? ''
    const again = await read(image_url ?? '', { 'if-none-match': etag })
    expect(again.response.status).toBe(304)
  })

  // Browsers that do not know their zone say so in these two ways.
  it.each([
    ['America/New_York', '-04:00'],
    ['Etc/Unknown', '+02:00'],
    ['', '+02:00'],
  ])(
    'takes a photo’s time from its EXIF data, else from zone %j or as stated',
    async (timezone, offset) => {
      const size = { width: 400, height: 300 }
      const takenAt = '2026-06-20T21:15:00'
      const photos = [
        await makePhoto({ ...size, takenAt, offset: null, seed: 2 }),
        await makePhoto({ ...size, takenAt: null, seed: 3 }),
      ]
      const fields = { original_date: '2026-06-21T10:00:00+02:00', timezone }
      const uploads = photos.map((bytes) => client.upload(event, owner, bytes, { fields }))
      const dates = (await Promise.all(uploads)).map(({ body }) => body.post.original_date)
      expect(dates).toEqual([takenAt + offset, fields.original_date])
    },
  )

  it('F4: makes one post of twenty simultaneous requests with one key', async () => {
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client.upload(event, owner, photo, { key })),
    )
    const taken = replies.filter(({ status }) => status === 201)
    expect(taken).toHaveLength(1)
    for (const { status, body } of replies) {
      if (status !== 409) expect(body.post.id).toBe(taken[0]?.body.post.id)
    }
    const again = await client.upload(event, owner, photo, { key })
    expect([again.status, again.body.post.id]).toEqual([200, taken[0]?.body.post.id])
  })

  it('F4: refuses other bytes under a used key, but not of others', async () => {
    const key = randomUUID()
    const first = await client.upload(event, owner, photo, { key })
    const other = await makePhoto({ width: 400, height: 300, seed: 4 })
    const refused = await client.upload(event, owner, other, { key })
    expect([refused.status, refused.body.code]).toEqual([422, 'key_reused'])
    const ofGuest = await client.upload(event, guest, other, { key })
    expect(ofGuest.status).toBe(201)
    expect(ofGuest.body.post.id).not.toBe(first.body.post.id)
  })

  it('does not bring a deleted photo back when its request is replayed', async () => {
    const key = randomUUID()
    const { id, image_url } = await client.addPhoto(event, guest, photo, { key })
    const params = { event_hash: event.event_hash, post_id: id }
    expect((await client.call(api.deletePost, { params, token: guest.token })).status).toBe(204)
    const replay = await client.upload(event, guest, photo, { key })
    expect([replay.status, replay.body.code]).toEqual([410, 'post_deleted'])
    expect((await read(image_url ?? '')).response.status).toBe(404)
  })

  it.each([
    ['text named as a photo', async () => Buffer.from('Dear guests'), 415, unsupportedImage],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      unsupportedImage,
    ],
    ['nothing', async () => Buffer.alloc(0), 415, unsupportedImage],
    ['half a JPEG', async () => photo.subarray(0, photo.length / 2), 422, damagedImage],
    [
      'more than the limit',
      async () => Buffer.concat([photo, Buffer.alloc(3_000_000)]),
      413,
      tooLarge,
    ],
  ])('refuses %s and keeps nothing of it', async (_what, bytes, status, error) => {
    const before = await storedFiles('original')
    const reply = await client.upload(event, guest, await bytes())
    expect([reply.status, reply.body.error]).toEqual([status, error])
    expect(await storedFiles('original')).toEqual(before)
  })

  // Specification: 5.14
  it('refuses a form without a photo', async () => {
    const form = toForm({ original_date: '2026-06-20T18:30:00+02:00', timezone: 'Europe/Paris' })
    const params = { event_hash: event.event_hash }
    const reply = await client.call(api.uploadPhoto, { params, form, token: guest.token })
    expect([reply.status, reply.body.error]).toEqual([400, texts.upload.missingImage])
  })

  it('F7: shows a photo that only decoding finds broken as failed, to its author alone', async () => {
    const post = await client.addPhoto(event, guest, await makeBrokenPhoto())
    expect(post.status).toBe('FAILEDPROCESSING')
    const params = { event_hash: event.event_hash, post_id: post.id }
    expect((await client.call(api.getPost, { params })).status).toBe(404)
  })

  // Specification: 7.30
  it('says that the limit is reached instead of taking more', async () => {
    const eager = await client.signUp('Eva Eager')
    const small = await makePhoto({ width: 160, height: 120, seed: 5 })
    for (let n = 0; n < LIMIT; n += 1) {
      expect((await client.upload(event, eager, small)).status).toBe(201)
    }
    const params = { event_hash: event.event_hash }
    const limit = await client.call(api.checkLimit, { params, token: eager.token })
    expect(limit.body).toMatchObject({ limitReached: true, used: LIMIT, limit: LIMIT })
    const over = await client.upload(event, eager, small)
    expect([over.status, over.body]).toEqual([200, { limitReached: true, post: null }])
  })

  // Specification: 6.7
  it('is closed to guests 1500 hours after the event, and stays open to its owner', async () => {
    const old = await client.createOrma(owner, { event_date: '2020-05-01' })
    const refused = await client.upload(old, guest, photo)
    expect([refused.status, refused.body.error]).toEqual([403, texts.event.uploadsClosed])
    expect((await client.upload(old, owner, photo)).status).toBe(201)
  })
})

/** What the server keeps of photos. */
const storedFiles = (folder = '') => filesBelow(join(orma.folder, 'blobs', folder))
