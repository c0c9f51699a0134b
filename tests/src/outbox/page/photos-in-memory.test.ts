import { describe, expect, it, vi } from 'vitest'
import { memoryOutbox, submitAll } from '../../../../src/outbox/page/photos-in-memory.ts'
import { EVENT, USER_ID, bytesOf, newPhoto, photoOf } from '../../../support/outbox-photos.ts'

describe('submitAll', () => {
  it('has photos in memory sent, made smaller where that is wanted, also where the device refuses its storage', async () => {
    vi.stubGlobal('indexedDB', undefined)
    vi.spyOn(console, 'error').mockReturnValue()
    const photo = newPhoto()
    await memoryOutbox.add(photo, bytesOf(photo.key))
    await submitAll(EVENT, USER_ID, { isSmaller: true })
    expect(await photoOf(memoryOutbox, photo.key)).toMatchObject({
      state: 'waiting',
      isToShrink: true,
    })
  })
})
