import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { followUploads } from '../../../../src/outbox/page/follow-uploads.ts'
import { memoryOutbox } from '../../../../src/outbox/page/photos-in-memory.ts'
import { refreshUploads, subscribeToUploads } from '../../../../src/outbox/page/upload-store.ts'
import { EVENT, bytesOf, newPhoto } from '../../../support/outbox-photos.ts'

describe('the uploads of a page', () => {
  it('are told of when the outbox was first read and when it changes, and not when it is as empty as before', async () => {
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
    const told: unknown[] = []
    await refreshUploads()
    followUploads(EVENT, (progress) => told.push(progress))()
    expect(told).toEqual([{ safe: 0, progress: undefined }])
  })
})
