import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EVENT, bytesOf, newPhoto } from '../../../support/outbox-photos.ts'

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

  it('are told of at once to whoever begins to follow an Orma’s, where there are none', async () => {
    const { refreshUploads } = await import('../../../../src/outbox/page/upload-store.ts')
    const { followUploads } = await import('../../../../src/outbox/page/follow-uploads.ts')
    const told: unknown[] = []
    await refreshUploads()
    followUploads(EVENT, (progress) => told.push(progress))()
    expect(told).toEqual([{ safe: 0, progress: undefined }])
  })
})
