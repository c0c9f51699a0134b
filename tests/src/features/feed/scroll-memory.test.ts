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

describe('the place where a feed was left', () => {
  it('is found again for that Orma and for no other', () => {
    const storage = makeStorage()
    savePlace(storage, 'one', { post_id: 7, offset: -12 })
    expect(savedPlace(storage, 'one')).toEqual({ post_id: 7, offset: -12 })
    expect(savedPlace(storage, 'two')).toBeUndefined()
  })

  it('is forgotten when the feed was left for somewhere else', () => {
    const storage = makeStorage()
    savePlace(storage, 'one', { post_id: 7, offset: 0 })
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
