import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EVENT, bytesOf, newPhoto, photoOf, put } from '../../../support/outbox-photos.ts'

// A page and a device of its own: other tests of this process leave photos in theirs.
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
})

describe('the uploads of a page', () => {
  it('are told of when the outbox was first read and when it changes, and not when it is as empty as before', async () => {
    const { refreshUploads, subscribeToUploads } =
      await import('../../../../src/outbox/page/upload-store.ts')
    const { memoryOutbox } = await import('../../../../src/outbox/page/photos-in-memory.ts')
    let count = 0
    const unsubscribe = subscribeToUploads(() => (count += 1))
    await refreshUploads()
    expect(count).toBe(1)
    await refreshUploads()
    expect(count).toBe(1)

    const photo = newPhoto()
    await memoryOutbox.add(photo, bytesOf(photo.key))
    await refreshUploads()
    expect(count).toBe(2)
    await memoryOutbox.remove(({ key }) => key === photo.key)
    await refreshUploads()
    expect(count).toBe(3)
    await refreshUploads()
    expect(count).toBe(3)
    unsubscribe()
  })

  it('have the state that whoever sends tells of, where the device has no room to store it', async () => {
    const { currentUploads, subscribeToUploads } =
      await import('../../../../src/outbox/page/upload-store.ts')
    const { outbox } = await import('../../../../src/outbox/store/outbox.ts')
    const { announceUnwritten } = await import('../../../../src/outbox/queue/announce.ts')
    const key = await put(outbox, { ownerUserId: null })
    const unsubscribe = subscribeToUploads(() => undefined)
    const states = () => currentUploads().photos.map(({ state, reason }) => [state, reason])
    await expect.poll(states, { timeout: 30_000 }).toEqual([['waiting', null]])
    const photo = (await photoOf(outbox, key))!
    announceUnwritten([{ ...photo, state: 'refused', reason: 'This photo is damaged.' }])
    await expect.poll(states, { timeout: 30_000 }).toEqual([['refused', 'This photo is damaged.']])
    announceUnwritten([])
    await expect.poll(states, { timeout: 30_000 }).toEqual([['waiting', null]])
    unsubscribe()
  })

  it('may be known to be on the server, and discarded, by whoever sends alone', async () => {
    const { currentUploads, subscribeToUploads } =
      await import('../../../../src/outbox/page/upload-store.ts')
    const { outbox } = await import('../../../../src/outbox/store/outbox.ts')
    const { announceUnwritten } = await import('../../../../src/outbox/queue/announce.ts')
    const key = await put(outbox, { ownerUserId: null })
    const unsubscribe = subscribeToUploads(() => undefined)
    const photo = (await photoOf(outbox, key))!
    announceUnwritten([{ ...photo, mayBeStored: true, isUnwanted: true }])
    const shown = () => currentUploads().photos[0]
    await expect
      .poll(shown, { timeout: 30_000 })
      .toMatchObject({ state: 'waiting', mayBeStored: true, isUnwanted: true })
    unsubscribe()
  })

  it('do not count what another user has discarded as waiting for that user', async () => {
    const { currentUploads, refreshUploads } =
      await import('../../../../src/outbox/page/upload-store.ts')
    const { outbox } = await import('../../../../src/outbox/store/outbox.ts')
    const key = await put(outbox)
    await put(outbox, { mayBeStored: true, isUnwanted: true })
    await refreshUploads()
    expect(currentUploads()).toMatchObject({ others: [{ key }] })
  })

  it('are told of at once to whoever begins to follow an Orma’s, where there are none', async () => {
    const { refreshUploads } = await import('../../../../src/outbox/page/upload-store.ts')
    const { followUploads } = await import('../../../../src/outbox/page/follow-uploads.ts')
    const told: unknown[] = []
    await refreshUploads()
    followUploads(EVENT, (progress) => told.push(progress))()
    expect(told).toEqual([{ safe: 0, progress: undefined }])
  })
})
