import { describe, expect, it } from 'vitest'
import { firstSeen, noteSeen, readSeen } from '../../../../src/features/feed/last-visit.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { makePost } from '../../../support/post-shapes.ts'

const HASH = 'AAAAAAAAAAAAAAAAAAAAAA'
const HOUR_MS = 60 * 60_000

function post(id: number) {
  return makePost(id, { createdAt: new Date(id * 1000).toISOString() })
}

describe('what was seen at the last visit', () => {
  it('is nothing at the first', () => {
    expect(readSeen(memoryStorage(), HASH)).toBeNull()
    expect(firstSeen([post(2), post(1)], null)).toBe(0)
  })

  it('ends with the newest post when the feed was left', () => {
    const storage = memoryStorage()
    noteSeen(storage, HASH, { newest: post(2), seen: null }, 0)
    const seen = readSeen(storage, HASH, HOUR_MS)
    expect(firstSeen([post(4), post(3), post(2), post(1)], seen)).toBe(2)
    expect(firstSeen([post(2), post(1)], seen)).toBe(0)
  })

  it('is the same for who comes back at once', () => {
    const storage = memoryStorage()
    noteSeen(storage, HASH, { newest: post(4), seen: post(2) }, 0)
    expect(readSeen(storage, HASH, 60_000)).toMatchObject({ id: 2 })
    expect(readSeen(storage, HASH, HOUR_MS)).toMatchObject({ id: 4 })
  })

  it('stays what it was when a tab from the background is closed last', () => {
    const storage = memoryStorage()
    noteSeen(storage, HASH, { newest: post(4), seen: post(2) }, 0)
    noteSeen(storage, HASH, { newest: post(3), seen: post(1) }, 120_000)
    expect(readSeen(storage, HASH, 180_000)).toMatchObject({ id: 2 })
    expect(readSeen(storage, HASH, HOUR_MS)).toMatchObject({ id: 4 })
  })

  it('is told by time where that post is gone', () => {
    expect(firstSeen([post(4), post(3), post(1)], post(2))).toBe(2)
  })

  it('is not told by one’s own unfinished photos in front of the feed', () => {
    const waiting = makePost(9, { status: 'FAILEDBYNUDITY', createdAt: post(1).createdAt })
    expect(firstSeen([waiting, post(2), post(1)], post(2))).toBe(0)
    expect(firstSeen([waiting, post(3), post(2), post(1)], post(2))).toBe(2)
    expect(firstSeen([waiting, post(4), post(3), post(1)], post(2))).toBe(3)
  })

  it('is nothing where the note is not what it should be', () => {
    const storage = memoryStorage()
    storage.setItem(`feed-seen:${HASH}`, 'nonsense')
    expect(readSeen(storage, HASH)).toBeNull()
  })
})
