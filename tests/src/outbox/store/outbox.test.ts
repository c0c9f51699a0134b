import { IDBDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { StorageFullError } from '../../../../src/device/device-database.ts'
import {
  bytesOf,
  choose,
  emptyOutbox,
  EVENT,
  newChange,
  newPhoto,
  NOW,
  photoOf,
  put,
  USER_ID,
} from '../../../support/outbox-photos.ts'
import { originalDate, timezone } from '../../../../contract/fields.ts'
import { localIsoTime, queuePhoto } from '../../../../src/outbox/store/queue-photo.ts'

describe('the outbox', () => {
  it('gives photos back in the order of choosing, and their bytes as they were', async () => {
    const outbox = emptyOutbox()
    const photos = [newPhoto(), newPhoto(), newPhoto()]
    for (const photo of photos) await choose(outbox, photo)
    expect((await outbox.list()).map(({ key }) => key)).toEqual(photos.map(({ key }) => key))
    for (const { key } of photos) expect(await outbox.readBytes(key)).toEqual(bytesOf(key))
  })

  it('keeps a photo once when it is added twice under one key', async () => {
    const outbox = emptyOutbox()
    const photo = await choose(outbox)
    await choose(outbox, photo)
    expect(await outbox.list()).toHaveLength(1)
  })

  it('keeps neither record nor bytes when the device is full, and says so', async () => {
    const outbox = emptyOutbox()
    const kept = await put(outbox)
    const photo = newPhoto()
    // The bytes, written after the record.
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(outbox.add(photo, bytesOf(photo.key))).rejects.toBeInstanceOf(StorageFullError)
    expect((await outbox.list()).map(({ key }) => key)).toEqual([kept])
    expect(await outbox.readBytes(photo.key)).toBeUndefined()
  })

  it.each(['InvalidStateError', 'UnknownError'])(
    'opens a handle that was lost with %s anew, and loses nothing',
    async (name) => {
      const outbox = emptyOutbox()
      await put(outbox)
      const photo = newPhoto()
      loseConnection(name)
      await choose(outbox, photo)
      loseConnection(name)
      expect(await outbox.list()).toHaveLength(2)
      expect(await outbox.readBytes(photo.key)).toEqual(bytesOf(photo.key))
    },
  )

  it('says what is wrong when a handle opened anew is lost as well', async () => {
    const outbox = emptyOutbox()
    await put(outbox)
    loseConnection('UnknownError')
    loseConnection('UnknownError')
    await expect(outbox.list()).rejects.toThrow('connection lost')
    expect(await outbox.list()).toHaveLength(1)
  })

  it('changes a photo in one step, and only where it is asked to', async () => {
    const outbox = emptyOutbox()
    const key = await put(outbox)
    const claim = () =>
      outbox.change(key, ({ state }) => (state === 'waiting' ? { state: 'sending' } : undefined))
    const claims = await Promise.all([claim(), claim()])
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it('takes over what the release before stored, photos and changes in their order', async () => {
    const factory = new IDBFactory()
    const [photo, like] = [newPhoto(), newChange('like')]
    const { kind: _photo, ...before } = photo
    await storeAsBefore(factory, { photos: [before], changes: [like] }, photo.key)
    const outbox = emptyOutbox(factory)
    expect(await outbox.list()).toMatchObject([
      { ...photo, seq: 1 },
      { ...like, seq: 2 },
    ])
    expect(await outbox.readBytes(photo.key)).toEqual(bytesOf(photo.key))
  })

  it('forgets a photo with all that belongs to it', async () => {
    const outbox = emptyOutbox()
    const [left, kept] = [await put(outbox), await put(outbox)]
    await outbox.setPreview(left, bytesOf('small'))
    expect(await outbox.remove(({ key }) => key === left)).toBe(1)
    expect(await photoOf(outbox, left)).toBeUndefined()
    expect(await outbox.readBytes(left)).toBeUndefined()
    expect(await outbox.readPreview(left)).toBeUndefined()
    expect(await outbox.readBytes(kept)).toBeDefined()
  })

  it('has the small and the large frame of a video apart, while it stays', async () => {
    const outbox = emptyOutbox()
    const video = newPhoto()
    const frame = { preview: bytesOf('small'), poster: bytesOf('large') }
    await outbox.add(video, undefined, frame)
    const readBoth = () =>
      Promise.all([outbox.readPreview(video.key), outbox.readPoster(video.key)])
    expect(await readBoth()).toEqual([frame.preview, frame.poster])
    await outbox.remove(() => true)
    expect(await readBoth()).toEqual([undefined, undefined])
  })
})

/** A database of the first version, with these records and a photo's bytes. */
async function storeAsBefore(
  factory: IDBFactory,
  records: Record<string, object[]>,
  key: string,
): Promise<void> {
  const opening = factory.open('orma-outbox', 1)
  opening.onupgradeneeded = () => {
    for (const [name, all] of Object.entries(records)) {
      const store = opening.result.createObjectStore(name, { keyPath: 'seq', autoIncrement: true })
      store.createIndex('key', 'key', { unique: true })
      for (const record of all) store.add(record)
    }
    for (const name of ['bytes', 'notes', 'previews']) opening.result.createObjectStore(name)
    opening.transaction?.objectStore('bytes').add(bytesOf(key), key)
  }
  await new Promise((resolve) => (opening.onsuccess = resolve))
  opening.result.close()
}

/** The next transaction finds its handle dead, as Safari leaves them after a while in the background. */
function loseConnection(name: string): void {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction')
  spy.mockImplementationOnce(() => {
    throw new DOMException('connection lost', name)
  })
}

describe('queuePhoto', () => {
  // Specification: 7.36
  it('keeps a chosen file byte for byte as a draft, with its facts', async () => {
    const outbox = emptyOutbox()
    const bytes = crypto.getRandomValues(new Uint8Array(5000))
    const file = new File([bytes], 'IMG_1.jpg', { type: 'image/jpeg', lastModified: NOW })
    const key = await queuePhoto(file, { outbox, eventHash: EVENT, userId: USER_ID })
    const photo = (await photoOf(outbox, key))!
    expect(photo).toMatchObject({
      state: 'draft',
      eventHash: EVENT,
      ownerUserId: USER_ID,
      name: 'IMG_1.jpg',
      type: 'image/jpeg',
      size: 5000,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect(new Uint8Array((await outbox.readBytes(key))!)).toEqual(bytes)
    expect(Date.parse(v.parse(originalDate, photo.original_date))).toBe(NOW)
    expect(v.is(timezone, photo.timezone)).toBe(true)
  })

  it.each(['', 'application/octet-stream'])(
    'notes the type that the bytes show where the browser says "%s"',
    async (type) => {
      const outbox = emptyOutbox()
      const file = new File([Buffer.from('\xff\xd8\xff\xe0', 'latin1')], '1000012345', { type })
      const key = await queuePhoto(file, { outbox, eventHash: EVENT })
      expect((await photoOf(outbox, key))?.type).toBe('image/jpeg')
    },
  )

  // The first three in milliseconds are phones' own: of 1601, never set, and beyond; then one in microseconds, and no time at all.
  it.each([-11_644_473_600_000, 0, 6_801_838_440_000, 1_795_880_000_000_000, Number.NaN])(
    'states no time where the file’s own, %d, cannot have been',
    async (lastModified) => {
      const outbox = emptyOutbox()
      const file = new File(['photo'], 'a.jpg', { lastModified })
      Object.defineProperty(file, 'lastModified', { value: lastModified })
      const key = await queuePhoto(file, { outbox, eventHash: EVENT })
      expect((await photoOf(outbox, key))?.original_date).toBe('')
    },
  )

  it('states the time of a file’s name before that of its download', async () => {
    const outbox = emptyOutbox()
    const options = { outbox, eventHash: EVENT, now: () => NOW }
    const file = new File(['photo'], 'IMG_20260610_150405.jpg', { lastModified: NOW })
    const key = await queuePhoto(file, options)
    const stated = (await photoOf(outbox, key))?.original_date
    expect(stated).toMatch(/^2026-06-10T15:04:05[+-]\d\d:\d\d$/)
  })

  it('keeps a photo with an empty zone where the browser names none', async () => {
    const known = new Intl.DateTimeFormat().resolvedOptions()
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    asked.mockReturnValue({ ...known, timeZone: undefined as unknown as string })
    const outbox = emptyOutbox()
    const key = await queuePhoto(new File(['photo'], 'a.jpg'), { outbox, eventHash: EVENT })
    asked.mockRestore()
    expect((await photoOf(outbox, key))?.timezone).toBe('')
  })

  it('makes two photos of one file that is chosen twice', async () => {
    const outbox = emptyOutbox()
    const file = new File(['photo'], 'a.jpg', { type: 'image/jpeg' })
    await queuePhoto(file, { outbox, eventHash: EVENT })
    await queuePhoto(file, { outbox, eventHash: EVENT })
    const keys = (await outbox.list()).map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
  })
})

it('localIsoTime is the same moment, on the wall clock of this device', () => {
  const moment = new Date(NOW)
  const text = localIsoTime(moment)
  expect(Date.parse(text)).toBe(NOW)
  expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/)
  expect(Number(text.slice(11, 13))).toBe(moment.getHours())
})
