import { describe, expect, it } from 'vitest'
import { savedPlace, savePlace } from '../../../../src/features/feed/scroll-memory.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'

const PLACE = { post_id: 7, createdAt: '2026-06-14T20:00:00.000Z', offset: -12 }

describe('the place where a feed was left', () => {
  // Specification: 3.19, 9.24
  it('is found again for that Orma and for no other', () => {
    const storage = memoryStorage()
    savePlace(storage, 'one', PLACE)
    expect(savedPlace(storage, 'one')).toEqual(PLACE)
    expect(savedPlace(storage, 'two')).toBeUndefined()
  })

  it('is forgotten when the feed was left for somewhere else', () => {
    const storage = memoryStorage()
    savePlace(storage, 'one', PLACE)
    savePlace(storage, 'one', undefined)
    expect(savedPlace(storage, 'one')).toBeUndefined()
  })

  it('is nowhere where what is stored cannot be read', () => {
    const storage = memoryStorage()
    storage.setItem('feed-place:one', '{"post_id":"seven"}')
    expect(savedPlace(storage, 'one')).toBeUndefined()
    storage.setItem('feed-place:one', 'nothing')
    expect(savedPlace(storage, 'one')).toBeUndefined()
  })
})
