import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryOutbox } from '../../../../src/outbox/page/page-outboxes.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import { readJpegHeader } from '../../../../src/outbox/shrink/make-smaller.ts'
import type { SmallerPhoto } from '../../../../src/outbox/shrink/make-smaller.ts'
import { discardPhoto, submitDrafts } from '../../../../src/outbox/queue/photo-actions.ts'
import type { OutboxPhoto } from '../../../../src/outbox/store/outbox-photo.ts'
import { shrinkPhotos } from '../../../../src/features/upload/shrink-deferred.ts'
import {
  EVENT,
  NOW,
  USER_ID,
  emptyOutbox,
  newPhoto,
  photoOf,
  postOf,
} from '../../../support/outbox-photos.ts'
import { makePhoto } from '../../../support/photos.ts'
import { sha256Of } from '../../../support/sized-photos.ts'

const HOLD_MS = 20_000
const STATED = ['2026-06-20T20:00:00.000+02:00', '2026-06-20T20:00:00.000+02:00']

let outbox: Outbox
let now: number
let original: Buffer
let sent: { photo: OutboxPhoto; bytes: Uint8Array }[]

beforeEach(async () => {
  outbox = emptyOutbox(new IDBFactory())
  now = NOW
  sent = []
  original ??= await makePhoto({ width: 640, height: 480 })
})

/** The part of the browser's decoder and encoder, which this one has not: half the size, without EXIF data. */
async function half(photo: ArrayBuffer): Promise<SmallerPhoto | undefined> {
  const { width, exif } = readJpegHeader(new Uint8Array(photo))!
  const small = await sharp(photo)
    .autoOrient()
    .resize(width / 2, width / 2, { fit: 'inside' })
    .jpeg()
    .toBuffer()
  return { bytes: new Uint8Array(small).buffer, exif }
}

/** Makes a photo smaller, which takes so long; then something happens before it is known. */
const halfIn = (ms: number, then?: () => Promise<unknown>) => async (photo: ArrayBuffer) => {
  const smaller = await half(photo)
  now += ms
  await then?.()
  return smaller
}

async function choose(changes: Parameters<typeof newPhoto>[0] = {}): Promise<string> {
  const photo = newPhoto({ size: original.length, sha256: sha256Of(original), ...changes })
  await outbox.add(photo, new Uint8Array(original).buffer)
  return photo.key
}

const uploadNow = () => submitDrafts(outbox, EVENT, USER_ID, { isSmaller: true, now })

/** Chooses a photo that is to go up smaller. */
async function queue(changes: Parameters<typeof choose>[0] = {}): Promise<string> {
  const key = await choose(changes)
  await uploadNow()
  return key
}

const shrink = (makeSmaller = half) => shrinkPhotos(outbox, { makeSmaller, now: () => now })

const drain = () =>
  createDrain({
    outbox,
    readSender: async () => ({ token: 'token', userId: USER_ID }),
    sendPhoto: async ({ photo, bytes }) => {
      sent.push({ photo, bytes: await bytes.slice(0, bytes.size) })
      return { limitReached: false, post: postOf(photo) }
    },
    sendChange: async () => ({}),
    withdraw: async () => ({ kind: 'deleted' }),
    now: () => now,
  })()

const sentHashes = () => sent.map(({ bytes }) => sha256Of(bytes))

describe('a photo that is to be made smaller', () => {
  it('goes up smaller once, under its own key, with the time of the original', async () => {
    const key = await queue()
    await shrink()
    await drain()
    expect(sent).toHaveLength(1)
    const { photo, bytes } = sent[0]!
    expect(bytes.byteLength).toBeLessThan(original.length)
    expect(photo).toMatchObject({
      key,
      size: bytes.byteLength,
      sha256: sha256Of(bytes),
      original_sha256: sha256Of(original),
      original_date: '2026-06-20T15:04:05+02:00',
    })
  })

  it.each([STATED, ['58879-06-19T11:33:20.000+02:00', '']])(
    'states %s of its record as %j where the photo itself says nothing',
    async (original_date, stated) => {
      original = await makePhoto({ width: 640, height: 480, takenAt: null })
      const key = await queue({ original_date })
      await shrink()
      expect((await photoOf(outbox, key))?.original_date).toBe(stated)
    },
  )

  it('is held for a time, and goes as chosen when that is over', async () => {
    await queue()
    expect(await drain()).toBe(NOW + HOLD_MS)
    expect(sent).toEqual([])
    now += HOLD_MS
    await drain()
    expect(sentHashes()).toEqual([sha256Of(original)])
  })

  it('is never changed once it is on its way, however late the smaller one comes', async () => {
    const key = await queue()
    await shrink(halfIn(HOLD_MS, drain))
    expect(sentHashes()).toEqual([sha256Of(original)])
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing', size: original.length })
    expect(await outbox.readBytes(key)).toBeUndefined()
  })

  it('is never changed after its time is over, even where nothing says so', async () => {
    const key = await queue()
    await shrink(halfIn(HOLD_MS))
    expect(sha256Of(new Uint8Array((await outbox.readBytes(key))!))).toBe(sha256Of(original))
    expect(await photoOf(outbox, key)).toMatchObject({ sha256: sha256Of(original) })
  })

  it('goes as it was chosen where this browser cannot make it smaller, at once', async () => {
    await choose()
    await queue()
    const makeSmaller = vi.fn<typeof half>().mockRejectedValueOnce(new Error('cannot be decoded'))
    await shrink(makeSmaller.mockResolvedValue(undefined))
    await drain()
    expect(sentHashes()).toEqual([sha256Of(original), sha256Of(original)])
  })

  it('stays whole in memory where a worker keeps its bytes', async () => {
    outbox = createMemoryOutbox()
    const key = await queue()
    await shrink(async (photo) => {
      structuredClone(photo, { transfer: [photo] })
      return undefined
    })
    expect((await outbox.readBytes(key))?.byteLength).toBe(original.length)
    await drain()
    expect(sentHashes()).toEqual([sha256Of(original)])
  })

  it('stays whole where the device has no room for the smaller one, record and bytes', async () => {
    const key = await queue()
    vi.spyOn(console, 'error').mockReturnValue()
    // What is written to the photos goes well, and what is written to their bytes does not.
    const real = Reflect.get(IDBObjectStore.prototype, 'put') as typeof IDBObjectStore.prototype.put
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(
      this: IDBObjectStore,
      ...values
    ) {
      if (this.name === 'bytes') throw new DOMException('full', 'QuotaExceededError')
      return real.apply(this, values)
    })
    await shrink()
    expect(await photoOf(outbox, key)).toMatchObject({
      sha256: sha256Of(original),
      size: original.length,
      original_date: '2026-06-20T20:00:00.000+02:00',
    })
    await drain()
    expect(sentHashes()).toEqual([sha256Of(original)])
  })

  it('is gone when it was discarded meanwhile', async () => {
    const key = await queue()
    await shrink(async (photo) => {
      await discardPhoto(outbox, key)
      return half(photo)
    })
    expect(await outbox.list()).toEqual([])
    expect(await outbox.readBytes(key)).toBeUndefined()
  })

  it('waits on while others are made smaller before it, one at a time', async () => {
    for (let count = 0; count < 3; count += 1) await choose()
    await uploadNow()
    let open = 0
    await shrink(async (photo) => {
      open += 1
      expect(open).toBe(1)
      now += HOLD_MS - 1
      const smaller = await half(photo)
      open -= 1
      return smaller
    })
    await drain()
    expect(sent.map(({ bytes }) => bytes.byteLength < original.length)).toEqual([true, true, true])
  })

  it('is held only where it is a JPEG and the guest has chosen it', async () => {
    await choose({ type: 'image/heic' })
    await choose({ type: 'image/png' })
    await uploadNow()
    await choose()
    await submitDrafts(outbox, EVENT, USER_ID, { now })
    await drain()
    expect(sentHashes()).toEqual(Array.from({ length: 3 }, () => sha256Of(original)))
  })
})
