import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { texts } from '../../../contract/texts.ts'
import { toForm } from '../../support/api-client.ts'
import { filesBelow } from '../../support/files-below.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { sha256Of } from '../../support/sized-photos.ts'
import { createTusCaller, idOf, offsetOf } from '../../support/tus-caller.ts'

const LIMIT = 14
const MAX_BYTES = 3_000_000
const env = { USER_UPLOAD_LIMIT: String(LIMIT), MAX_UPLOAD_BYTES: String(MAX_BYTES) }
const { orma, client, owner, guest, event } = await sharedApp({ env })
const tus = createTusCaller(orma, event, guest)
const photo = await makePhoto({ width: 1200, height: 900, seed: 21 })

describe('OPTIONS /events/{event_hash}/uploads', () => {
  it('tells version, extensions, checksums and the largest upload, to anybody and without a version', async () => {
    const id = await tus.begin(photo)
    for (const path of [tus.uploads, tus.upload(id)]) {
      const asked = { authorization: '', 'tus-resumable': '' }
      const { status, headers } = await tus.call('OPTIONS', path, asked)
      expect(status).toBe(204)
      expect(Object.fromEntries(headers)).toMatchObject({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': 'creation,checksum,expiration,termination',
        'tus-checksum-algorithm': 'sha1,sha256',
        'tus-max-size': String(MAX_BYTES),
      })
    }
  })
})

describe('POST /events/{event_hash}/uploads', () => {
  it('begins an upload: 201 with its address, nothing received and seven days to go on', async () => {
    const { status, headers, body } = await tus.create(photo, { key: randomUUID() })
    expect([status, body]).toEqual([201, undefined])
    expect(headers.get('location')).toMatch(
      new RegExp(`^/api/events/${event.event_hash}/uploads/[0-9a-f]{32}$`),
    )
    expect(headers.get('upload-offset')).toBe('0')
    expect(headers.get('tus-resumable')).toBe('1.0.0')
    const days = (Date.parse(headers.get('upload-expires') ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(7.1)
  })

  it('finds the upload of a key it has seen, and its offset', async () => {
    const key = randomUUID()
    const id = await tus.begin(photo, { key, sha256: sha256Of(photo) })
    await tus.patch(id, 0, photo.subarray(0, 5000))
    const again = await tus.create(photo, { key: key.toUpperCase(), sha256: sha256Of(photo) })
    expect([again.status, idOf(again.headers), offsetOf(again)]).toEqual([200, id, 5000])
  })

  it('makes one upload of twenty simultaneous creations with one key', async () => {
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => tus.create(photo, { key, sha256: sha256Of(photo) })),
    )
    expect(new Set(replies.map(({ headers }) => idOf(headers))).size).toBe(1)
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(19)
  })

  it('refuses another photo under a used key (422), but not of others', async () => {
    const key = randomUUID()
    await tus.begin(photo, { key, sha256: sha256Of(photo) })
    for (const other of [{ length: photo.length + 1 }, { sha256: 'a'.repeat(64) }]) {
      const refused = await tus.create(photo, { key, sha256: sha256Of(photo), ...other })
      expect([refused.status, refused.body.code]).toEqual([422, 'key_reused'])
    }
    const ofOwner = createTusCaller(orma, event, owner)
    expect((await ofOwner.create(photo, { key, sha256: 'a'.repeat(64) })).status).toBe(201)
  })

  it.each([
    ['no version', { headers: { 'tus-resumable': '' } }, 412, 'tus_version'],
    ['a version of the past', { headers: { 'tus-resumable': '0.2.2' } }, 412, 'tus_version'],
    ['no length', { headers: { 'upload-length': '' } }, 400, 'invalid_header'],
    ['a length that is none', { length: '-5' }, 400, 'invalid_header'],
    [
      'a length to be told later',
      { headers: { 'upload-length': '', 'upload-defer-length': '1' } },
      400,
      'invalid_header',
    ],
    [
      'a key that is not base64',
      { headers: { 'upload-metadata': 'key §' } },
      400,
      'invalid_header',
    ],
    ['two keys', { headers: { 'upload-metadata': 'key YQ==,key YQ==' } }, 400, 'invalid_header'],
    ['a key that is no UUID', { metadata: { key: 'mine' } }, 400, 'invalid_field'],
    ['more than the limit', { length: MAX_BYTES + 1 }, 413, 'too_large'],
    ['nothing at all', { length: 0 }, 415, 'unsupported_image'],
  ])('refuses %s', async (_what, beginning, status, code) => {
    const refused = await tus.create(photo, beginning)
    expect([refused.status, refused.body.code, refused.body.success]).toEqual([status, code, false])
    expect(refused.headers.get('tus-resumable')).toBe('1.0.0')
    if (status === 412) expect(refused.headers.get('tus-version')).toBe('1.0.0')
  })

  it.each([
    ['a date that is none', { metadata: { original_date: 'yesterday' } }],
    ['a date beyond 9999', { metadata: { original_date: '+058879-06-19T11:33:20.000+02:00' } }],
    ['a zone that there is not', { metadata: { timezone: 'Etc/Unknown' } }],
    ['no zone', { metadata: { timezone: '' } }],
    ['a zone of two lines', { metadata: { timezone: 'Mars\nOlympus' } }],
    ['a hash that is none', { metadata: { sha256: 'abc', original_sha256: 'abc' } }],
    ['a description too long', { metadata: { description: 'x'.repeat(1001) } }],
    ['an odd name', { metadata: { filename: '\0/../\n' } }],
    ['metadata that is not base64', { headers: { 'upload-metadata': 'filename §,§,a b c' } }],
    ['a name twice', { headers: { 'upload-metadata': 'filename YQ==,filename YQ==' } }],
    ['no metadata', { headers: { 'upload-metadata': '' } }],
  ])('makes a post also of a photo that comes with %s', async (_what, beginning) => {
    const small = await makePhoto({ width: 160, height: 120, seed: 23 })
    const id = await tus.begin(small, beginning)
    expect((await tus.patch(id, 0, small)).status).toBe(204)
    expect((await tus.result(id)).body.post.original_date).toBe('2026-06-20T15:04:05+02:00')
  })

  it('tells of a photo that has come in also when uploads are closed since', async () => {
    const open = await client.createOrma(owner)
    const caller = createTusCaller(orma, open, guest)
    const key = randomUUID()
    const id = await caller.begin(photo, { key })
    expect((await caller.patch(id, 0, photo)).status).toBe(204)
    await client.call(api.updateEvent, {
      params: { event_hash: open.event_hash },
      token: owner.token,
      form: toForm({ event_date: '2020-05-01' }),
    })
    const again = await caller.create(photo, { key })
    expect([again.status, again.headers.get('upload-offset')]).toEqual([200, String(photo.length)])
    expect((await caller.create(photo, { key: randomUUID() })).status).toBe(403)
  })

  it('says that the limit is reached (403) before any byte', async () => {
    const eager = await client.signUp('Eva Eager')
    const ofEager = createTusCaller(orma, event, eager)
    const small = await makePhoto({ width: 160, height: 120, seed: 22 })
    const key = randomUUID()
    const id = await ofEager.begin(small, { key })
    const waiting = await ofEager.begin(small)
    expect((await ofEager.patch(id, 0, small)).status).toBe(204)
    for (let n = 1; n < LIMIT; n += 1) await client.upload(event, eager, small)

    const refused = await ofEager.create(small, { key: randomUUID() })
    expect([refused.status, refused.body.code]).toEqual([403, 'limit_reached'])
    expect(refused.body.error).toBe(texts.upload.limitReached)
    expect((await ofEager.create(small, { key })).status).toBe(200)

    const over = await ofEager.patch(waiting, 0, small)
    expect([over.status, over.body.code]).toEqual([403, 'limit_reached'])
    const result = await ofEager.result(waiting)
    expect([result.status, result.body]).toEqual([200, { limitReached: true, post: null }])
    const { body } = await ofEager.result(id)
    const params = { event_hash: event.event_hash, post_id: body.post.id }
    await client.call(api.deletePost, { params, token: eager.token })
    // What was full has room again, and the bytes were not for nothing.
    expect((await ofEager.head(waiting)).status).toBe(200)
    expect((await ofEager.result(waiting)).body.post.sha256).toBe(sha256Of(small))
  })
})

describe('DELETE /events/{event_hash}/uploads/{upload_id}', () => {
  it('forgets an upload and its bytes; its key begins a new one', async () => {
    const before = await partialFiles()
    const key = randomUUID()
    const id = await tus.begin(photo, { key })
    await tus.patch(id, 0, photo.subarray(0, 30_000))
    expect((await tus.cancel(id)).status).toBe(204)
    expect(await partialFiles()).toEqual(before)
    for (const reply of [await tus.head(id), await tus.result(id), await tus.cancel(id)]) {
      expect(reply.status).toBe(404)
    }
    const anew = await tus.create(photo, { key })
    expect([anew.status, offsetOf(anew)]).toEqual([201, 0])
  })

  it('ends a chunk that is on its way', async () => {
    const id = await tus.begin(photo)
    const hanging = await tus.patchPart(id, 0, photo, 60_000)
    expect((await tus.cancel(id)).status).toBe(204)
    expect((await hanging.answer)?.status).not.toBe(500)
    expect((await tus.head(id)).status).toBe(404)
  })

  it('leaves a finished photo alone (409): it is a post', async () => {
    const id = await tus.begin(photo)
    await tus.patch(id, 0, photo)
    const refused = await tus.cancel(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'upload_finished'])
    expect((await tus.result(id)).status).toBe(200)
  })
})

const partialFiles = () => filesBelow(join(orma.folder, 'blobs', 'partial'))
