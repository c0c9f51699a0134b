import { describe, expect, it } from 'vitest'
import { savedPlace, savePlace } from '../../../../src/features/feed/scroll-memory.ts'

function makeStorage() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

const PLACE = { post_id: 7, createdAt: '2026-06-14T20:00:00.000Z', offset: -12 }

describe('the place where a feed was left', () => {
  it('is found again for that Orma and for no other', () => {
    const storage = makeStorage()
    savePlace(storage, 'one', PLACE)
    expect(savedPlace(storage, 'one')).toEqual(PLACE)
    expect(savedPlace(storage, 'two')).toBeUndefined()
  })

  it('is forgotten when the feed was left for somewhere else', () => {
    const storage = makeStorage()
    savePlace(storage, 'one', PLACE)
    savePlace(storage, 'one', undefined)
    expect(savedPlace(storage, 'one')).toBeUndefined()
  })

  it('is nowhere where what is stored cannot be read', () => {
    const storage = makeStorage()
    storage.setItem('feed-place:one', '{"post_id":"seven"}')
    expect(savedPlace(storage, 'one')).toBeUndefined()
    storage.setItem('feed-place:one', 'nothing')
    expect(savedPlace(storage, 'one')).toBeUndefined()
  })
})
