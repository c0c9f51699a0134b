import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { texts } from '../../../contract/texts.ts'
import { filesBelow } from '../../support/files-below.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { sha256Of } from '../../support/sized-photos.ts'
import {
  checksumOf,
  createTusCaller,
  encodeMetadata,
  idOf,
  offsetOf,
} from '../../support/tus-caller.ts'

const { orma, client, guest, event } = await sharedApp()
const tus = createTusCaller(orma, event, guest)
const photo = await makePhoto({ width: 1200, height: 900, seed: 21 })

describe('PATCH /events/{event_hash}/uploads/{upload_id}', () => {
  it('adds chunks, and makes the same post as a multipart upload', async () => {
    const key = randomUUID()
    const id = await tus.begin(photo, { key, sha256: sha256Of(photo) })
    const first = await tus.patch(id, 0, photo.subarray(0, 70_000))
    expect([first.status, offsetOf(first)]).toEqual([204, 70_000])
    expect(first.headers.get('upload-expires')).not.toBeNull()
    const unfinished = await tus.result(id)
    expect([unfinished.status, unfinished.body.code]).toEqual([409, 'upload_unfinished'])

    const head = await tus.head(id)
    expect(head.status).toBe(200)
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'upload-offset': '70000',
      'upload-length': String(photo.length),
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
    })
    expect(head.headers.get('upload-metadata')).toContain(encodeMetadata({ key }))

    const last = await tus.patch(id, 70_000, photo.subarray(70_000))
    expect([last.status, offsetOf(last)]).toEqual([204, photo.length])
    const { body } = await tus.result(id)
    expect(body).toMatchObject({
      limitReached: false,
      post: { sha256: sha256Of(photo), original_date: '2026-06-20T15:04:05+02:00' },
    })
    expect((await client.whenProcessed(event, guest, body.post.id)).status).toBe('COMPLETED')

    const replay = await tus.create(photo, { key, sha256: sha256Of(photo) })
    expect([replay.status, idOf(replay.headers), offsetOf(replay)]).toEqual([200, id, photo.length])
    const empty = await tus.patch(id, photo.length, Buffer.alloc(0))
    expect([empty.status, offsetOf(empty)]).toEqual([204, photo.length])
    const multipart = await client.upload(event, guest, photo, { key })
    expect([multipart.status, multipart.body.post.id]).toEqual([200, body.post.id])
  })

  it('does not bring a deleted photo back (410)', async () => {
    const key = randomUUID()
    const id = await tus.begin(photo, { key })
    await tus.patch(id, 0, photo)
    const { body } = await tus.result(id)
    const params = { event_hash: event.event_hash, post_id: body.post.id }
    await client.call(api.deletePost, { params, token: guest.token })
    const replies = [await tus.create(photo, { key }), await tus.result(id), await tus.head(id)]
    expect(replies.map(({ status }) => status)).toEqual([410, 410, 410])
    expect(replies[0]?.body.code).toBe('post_deleted')
  })

  it.each([
    ['another offset', 5, {}, 409, 'wrong_offset'],
    ['no offset', 0, { 'upload-offset': '' }, 400, 'invalid_header'],
    ['an offset that is none', 0, { 'upload-offset': 'ten' }, 400, 'invalid_header'],
    ['another content type', 0, { 'content-type': 'image/jpeg' }, 415, 'wrong_content_type'],
    ['another version', 0, { 'tus-resumable': '2.0.0' }, 412, 'tus_version'],
    [
      'a checksum of an algorithm not offered',
      0,
      { 'upload-checksum': checksumOf('md5', Buffer.alloc(1000)) },
      400,
      'invalid_header',
    ],
    [
      'a checksum of other bytes',
      0,
      { 'upload-checksum': checksumOf('sha1', Buffer.alloc(999)) },
      460,
      'checksum_mismatch',
    ],
  ])('refuses %s and stores nothing of the chunk', async (_what, offset, headers, status, code) => {
    const id = await tus.begin(photo)
    const refused = await tus.patch(id, offset, Buffer.alloc(1000), headers)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect(refused.headers.get('tus-resumable')).toBe('1.0.0')
    expect(offsetOf(await tus.head(id))).toBe(0)
  })

  it('refuses more bytes than the whole has (413), said before or found on the way', async () => {
    const id = await tus.begin(photo.subarray(0, 5000))
    const declared = await tus.patch(id, 0, photo.subarray(0, 5001))
    expect([declared.status, declared.body.code]).toEqual([413, 'too_large'])
    const chunked = await fetch(orma.url + tus.upload(id), {
      method: 'PATCH',
      headers: {
        authorization: guest.token,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Blob([new Uint8Array(photo.subarray(0, 5001))]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
    const head = await tus.head(id)
    expect([head.status, offsetOf(head)]).toEqual([200, 0])
  })

  it('keeps what came of a cut chunk, unless it has a checksum', async () => {
    const id = await tus.begin(photo)
    const plain = await tus.patchPart(id, 0, photo, 60_000)
    await expect.poll(unfinishedFiles, { timeout: 30_000 }).not.toEqual([])
    plain.cut()
    const kept = offsetOf(await tus.head(id))
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThanOrEqual(60_000)

    const rest = photo.subarray(kept)
    const headers = { 'upload-checksum': checksumOf('sha256', rest) }
    const summed = await tus.patchPart(id, kept, rest, 60_000, headers)
    summed.cut()
    expect(offsetOf(await tus.head(id))).toBe(kept)
    // The cut chunk may reach the server only now, and is busy until the server has seen its end.
    await expect
      .poll(async () => (await tus.patch(id, kept, rest, headers)).status, { timeout: 30_000 })
      .toBe(204)
    expect((await tus.result(id)).body.post.sha256).toBe(sha256Of(photo))
  })

  it('gives way to a sender who asks where to go on', async () => {
    const id = await tus.begin(photo)
    const hanging = await tus.patchPart(id, 0, photo, 60_000)
    await expect.poll(unfinishedFiles, { timeout: 30_000 }).not.toEqual([])
    const offset = offsetOf(await tus.head(id))
    expect(await hanging.answer).toEqual({ status: 204, connection: 'close' })
    const rest = await tus.patch(id, offset, photo.subarray(offset))
    expect(rest.status).toBe(204)
    expect((await tus.result(id)).body.post.sha256).toBe(sha256Of(photo))
  })

  it('lets one of many simultaneous chunks win and mixes nothing', async () => {
    const id = await tus.begin(photo, { sha256: sha256Of(photo) })
    for (let offset = 0; offset < photo.length;) {
      const chunk = photo.subarray(offset, offset + 100_000)
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => tus.patch(id, offset, chunk)),
      )
      const statuses = replies.map(({ status }) => status)
      expect(statuses.filter((status) => status === 204)).toHaveLength(1)
      expect(statuses.filter((status) => status === 409)).toHaveLength(7)
      offset += chunk.length
    }
    expect((await tus.result(id)).body.post.sha256).toBe(sha256Of(photo))
  })

  it('begins again where the whole is not what its hash says', async () => {
    const key = randomUUID()
    const id = await tus.begin(photo, { key, sha256: sha256Of(photo) })
    const broken = Buffer.from(photo)
    broken[5000] = (broken[5000] ?? 0) ^ 1
    const refused = await tus.patch(id, 0, broken)
    expect([refused.status, refused.body.code]).toEqual([460, 'checksum_mismatch'])
    expect(offsetOf(await tus.head(id))).toBe(0)
    expect((await tus.patch(id, 0, photo)).status).toBe(204)
    expect((await tus.result(id)).body.post.sha256).toBe(sha256Of(photo))
  })

  it.each([
    ['text', () => Buffer.from('Dear guests, '.repeat(50)), 415, texts.server.unsupportedImage],
    ['half a photo', () => photo.subarray(0, 60_000), 422, texts.server.damagedImage],
  ])('refuses %s for good, and keeps nothing of it', async (_what, bytes, status, error) => {
    const before = await partialFiles()
    const content = bytes()
    const id = await tus.begin(content)
    const reply = await tus.patch(id, 0, content)
    expect([reply.status, reply.body.error]).toEqual([status, error])
    expect((await tus.head(id)).status).toBe(404)
    expect(await partialFiles()).toEqual(before)
  })

  it('can be sent as a POST that says what it means', async () => {
    const id = await tus.begin(photo)
    const headers = {
      'x-http-method-override': 'PATCH',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    }
    const taken = await tus.call('POST', tus.upload(id), headers, photo.subarray(0, 1000))
    expect([taken.status, offsetOf(taken)]).toEqual([204, 1000])
    expect((await tus.call('POST', tus.upload(id))).status).toBe(404)
  })
})

/** What is being written, and what has come of photos. */
const unfinishedFiles = () => readdir(join(orma.folder, 'blobs', '.unfinished')).catch(() => [])
const partialFiles = () => filesBelow(join(orma.folder, 'blobs', 'partial'))
