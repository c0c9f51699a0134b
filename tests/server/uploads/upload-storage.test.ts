import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { UPLOAD_LIFETIME_MS } from '../../../contract/tus-protocol.ts'
import { sql } from '../../../server/db/sql.ts'
import { findEvent } from '../../../server/events/events.ts'
import { seen } from '../../../server/events/viewer.ts'
import type { SeenEvent } from '../../../server/events/viewer.ts'
import { appendBytes } from '../../../server/uploads/append-bytes.ts'
import { createUpload } from '../../../server/uploads/create-upload.ts'
import { settleUpload } from '../../../server/uploads/finish-upload.ts'
import type { FinishParts } from '../../../server/uploads/finish-upload.ts'
import { sweepUploads } from '../../../server/uploads/sweep-blobs.ts'
import { beginUpload, findUpload, listParts } from '../../../server/uploads/upload-rows.ts'
import type { NewUpload, UploadRow } from '../../../server/uploads/upload-rows.ts'
import { freshOrma, sharedFolder } from '../../support/fixtures.ts'
import { makeVideo } from '../../support/make-video.ts'
import { createStorageRoom } from '../../../server/uploads/storage-room.ts'
import { VIDEO_LIMITS } from '../../support/orma-api.ts'
import { makePhoto } from '../../support/photos.ts'
import { encodeMetadata } from '../../support/tus-caller.ts'

const { api, owner: guest, event: orma } = freshOrma()
let event: SeenEvent
let parts: FinishParts
let queued = 0
const DAY_MS = 24 * 60 * 60_000
const photo = await makePhoto({ width: 640, height: 480, seed: 51 })
const webm = join(await sharedFolder(), 'recorded.webm')
await makeVideo(webm, { codec: 'vp9', audio: false, seconds: 1 })

beforeEach(async () => {
  const row = (await findEvent(api.db, orma.event_hash))!
  event = await seen(api.db, row, guest.user, api.clock.ms)
  queued = 0
  parts = {
    ...api,
    limits: { eventUploadLimit: undefined, userUploadLimit: 2000 },
    storage: createStorageRoom(api, { ofAll: undefined, ofEvent: undefined }),
    maxUploadBytes: 10_000_000,
    missingForVideos: async () => undefined,
    missingHere: async () => undefined,
    videoLimits: VIDEO_LIMITS,
    isWholeJpeg: async () => false,
    onQueued: () => void (queued += 1),
  }
})

describe('appendBytes', () => {
  it('stores a long body in pieces, so that a death costs one', async () => {
    const big = Buffer.concat([photo, Buffer.alloc(2_500_000)])
    const upload = await begin(big)
    await append(upload, big)
    const sizes = (await listParts(api.db, upload.id)).map(({ size }) => size)
    expect(sizes).toEqual([1_048_576, 1_048_576, big.length - 2 * 1_048_576])
  })

  it('counts what has come of a body that breaks off, however it does', async () => {
    const upload = await begin()
    const stop = new AbortController()
    const stopped = new Readable({ read() {} })
    stopped.push(photo.subarray(0, 100))
    const appending = append(upload, stopped, stop.signal)
    setImmediate(() => stop.abort())
    expect(await appending).toBe(100)

    const broken = Readable.from(
      (async function* () {
        yield photo.subarray(100, 300)
        throw new Error('the line was cut')
      })(),
    )
    expect(await append(await again(upload), broken)).toBe(300)
    const gone = new Readable({ read() {} })
    gone.destroy()
    expect(await append(await again(upload), gone)).toBe(300)
  })
})

describe('settleUpload', () => {
  it('makes one post of an upload that many processes finish at once', async () => {
    const upload = await whole()
    const settled = await Promise.all(Array.from({ length: 5 }, () => settle(upload)))
    expect(settled.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'done'))
    expect(await count('posts')).toBe(1)
    expect(await count('jobs')).toBe(1)
    expect(queued).toBe(1)
    expect(await partialBlobs()).toEqual([])
    expect(await Array.fromAsync(api.blobs.list('original/'))).toHaveLength(1)
  })

  it('makes no post of an upload that is cancelled meanwhile', async () => {
    const upload = await whole()
    const { blobs } = parts
    parts.blobs = {
      ...blobs,
      async put(...photoToKeep) {
        const stored = await blobs.put(...photoToKeep)
        await api.db.run(sql`delete from uploads where id = ${upload.id}`)
        return stored
      },
    }
    await expect(settle(upload)).rejects.toMatchObject({ status: 410 })
    expect(await count('posts')).toBe(0)
    expect(await Array.fromAsync(api.blobs.list('original/'))).toEqual([])
  })

  it('keeps a video that needs ffmpeg, and takes it once that is there', async () => {
    event = { ...event, allow_videos: 1 }
    parts.missingForVideos = async () => 'ffmpeg'
    const video = await readFile(webm)
    const upload = await begin(video)
    await append(upload, video)
    const wholly = await again(upload)
    await expect(settle(wholly)).rejects.toMatchObject({ code: 'video_needs_ffmpeg' })
    expect(await again(upload)).toMatchObject({ received: video.length, state: 'open' })
    parts.missingForVideos = async () => undefined
    expect(await settle(wholly)).toMatchObject({ state: 'done' })
    expect(await partialBlobs()).toEqual([])
  })

  it('asks for all of it again where a piece has got lost', async () => {
    const upload = await whole()
    for (const { key } of await Array.fromAsync(api.blobs.list('partial/'))) {
      await api.blobs.delete(key)
    }
    await expect(settle(upload)).rejects.toMatchObject({ status: 460 })
    expect(await again(upload)).toMatchObject({ received: 0, state: 'open' })
  })
})

describe('sweepUploads', () => {
  it('forgets an upload seven days after its last byte, and its bytes with it', async () => {
    const key = randomUUID()
    const upload = await begin(photo, key)
    api.clock.advance(UPLOAD_LIFETIME_MS - 1000)
    await append(upload, photo.subarray(0, 1000))
    api.clock.advance(UPLOAD_LIFETIME_MS - 1000)
    await sweepUploads(parts, api.clock.ms)
    expect((await again(upload)).received).toBe(1000)
    expect(await partialBlobs()).toHaveLength(1)

    api.clock.advance(1000)
    await sweepUploads(parts, api.clock.ms)
    expect(await findUpload(api.db, upload.id)).toBeUndefined()
    expect(await partialBlobs()).toEqual([])
    expect(await count('upload_parts')).toBe(0)
  })

  it('forgets an upload of which no byte has come within a day', async () => {
    const [empty, begun] = [await begin(), await begin()]
    await append(begun, photo.subarray(0, 1))
    api.clock.advance(DAY_MS - 1)
    await sweepUploads(parts, api.clock.ms)
    expect(await findUpload(api.db, empty.id)).toBeDefined()
    api.clock.advance(1)
    await sweepUploads(parts, api.clock.ms)
    expect(await findUpload(api.db, empty.id)).toBeUndefined()
    expect(await findUpload(api.db, begun.id)).toBeDefined()
  })
})

describe('createUpload', () => {
  it('forgets the upload that has waited longest where one user has opened too many', async () => {
    const first = await begin()
    await append(first, photo.subarray(0, 1000))
    api.clock.advance(1)
    await api.db.transaction(async (tx) => {
      for (let n = 0; n < 199; n += 1) await beginUpload(tx, newUpload(), api.clock.ms)
    })
    expect(await count('uploads')).toBe(200)
    api.clock.advance(1)
    const last = await begin()
    expect(await count('uploads')).toBe(200)
    expect(await findUpload(api.db, first.id)).toBeUndefined()
    expect(await partialBlobs()).toEqual([])
    expect(await again(last)).toMatchObject({ state: 'open' })
  })
})

function newUpload(): NewUpload {
  return {
    event_id: event.id,
    user_id: guest.user.id,
    idempotency_key: randomUUID(),
    length: 1000,
    received: 0,
    sha256: null,
    metadata: '',
    state: 'open',
  }
}

async function begin(bytes: Uint8Array = photo, key: string = randomUUID()): Promise<UploadRow> {
  const metadata = { key, original_date: '2026-06-20T18:30:00+02:00', timezone: 'Europe/Paris' }
  const headers = new Headers({
    'upload-length': String(bytes.length),
    'upload-metadata': encodeMetadata(metadata),
  })
  return (await createUpload(parts, { event, user: guest.user }, headers)).upload
}

async function whole(): Promise<UploadRow> {
  const upload = await begin()
  await append(upload, photo)
  return again(upload)
}

function append(upload: UploadRow, bytes: Uint8Array | Readable, stop?: AbortSignal) {
  const body = bytes instanceof Readable ? bytes : Readable.from([bytes])
  const signal = stop ?? new AbortController().signal
  return appendBytes(parts, upload, { body, checksum: undefined, stop: signal })
}

function settle(upload: UploadRow): Promise<UploadRow> {
  return settleUpload(parts, { event, user: guest.user }, upload)
}

async function again({ id }: UploadRow): Promise<UploadRow> {
  const upload = await findUpload(api.db, id)
  if (!upload) throw new Error('the upload is gone')
  return upload
}

async function partialBlobs(): Promise<string[]> {
  const listed = await Array.fromAsync(api.blobs.list('partial/'))
  return listed.map(({ key }) => key)
}

async function count(table: 'posts' | 'jobs' | 'uploads' | 'upload_parts'): Promise<number> {
  const rows = { parts: [`select count(*) as count from ${table}`], values: [] }
  return (await api.db.get<{ count: number }>(rows))?.count ?? 0
}
