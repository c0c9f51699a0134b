import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { StorageFullError } from '../../../../src/device/device-database.ts'
import { bytesOf, emptyOutbox, newPhoto, photoOf, put } from '../../../support/outbox-photos.ts'

describe('the outbox', () => {
  it('gives photos back in the order of choosing, and their bytes as they were', async () => {
    const outbox = emptyOutbox()
    const photos = [newPhoto(), newPhoto(), newPhoto()]
    for (const photo of photos) await outbox.add(photo, bytesOf(photo.key))
    expect((await outbox.list()).map(({ key }) => key)).toEqual(photos.map(({ key }) => key))
    for (const { key } of photos) expect(await outbox.readBytes(key)).toEqual(bytesOf(key))
  })

  it('keeps a photo once when it is added twice under one key', async () => {
    const outbox = emptyOutbox()
    const photo = newPhoto()
    await outbox.add(photo, bytesOf(photo.key))
    await outbox.add(photo, bytesOf(photo.key))
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
      await outbox.add(photo, bytesOf(photo.key))
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
})

/** The next transaction finds its handle dead, as Safari leaves them after a while in the background. */
function loseConnection(name: string): void {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction')
  spy.mockImplementationOnce(() => {
    throw new DOMException('connection lost', name)
  })
}
