import { describe, expect, it } from 'vitest'
import { NO_ORMA } from '../../../src/outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../../src/outbox/store/outbox-photo.ts'
import { groupToShow } from '../../../src/shell/waiting-bar.tsx'
import { newPhoto } from '../../support/outbox-photos.ts'

const [A, B, C] = ['A'.repeat(22), 'B'.repeat(22), 'C'.repeat(22)] as const
let seq = 0

function photo(eventHash: string, state: OutboxPhoto['state'] = 'waiting'): OutboxPhoto {
  seq += 1
  return { ...newPhoto({ eventHash }), seq, state }
}

/** The Orma, what is said of its photos and how many these are, as read on a page. */
function saidOn(pathname: string, photos: OutboxPhoto[]) {
  const event_hash = pathname.match(/[^/]{22}/)?.[0]
  const group = groupToShow(photos, { pathname, event_hash })
  return group && [group.eventHash, group.kind, group.photos.length]
}

describe('what the bar says on an Orma’s pages', () => {
  it('is about the photos of that Orma, however many wait in others', () => {
    const photos = [photo(A), photo(A), photo(B)]
    expect(saidOn(`/${B}`, photos)).toEqual([B, 'waiting', 1])
    expect(saidOn(`/${B}/post/7`, photos)).toEqual([B, 'waiting', 1])
    expect(saidOn(`/${B}`, [photo(A), photo(B, 'draft')])).toEqual([B, 'draft', 1])
  })

  it('is about another Orma where none of that one’s wait', () => {
    expect(saidOn(`/${C}`, [photo(A), photo(B), photo(B)])).toEqual([A, 'waiting', 1])
    expect(saidOn(`/${C}`, [photo(A, 'done'), photo(B, 'refused')])).toEqual([B, 'refused', 1])
  })
})

describe('what the bar says anywhere else', () => {
  it('is about one Orma: sending, refused, then drafts, the oldest first', () => {
    const photos = [
      photo(NO_ORMA, 'draft'),
      photo(A, 'draft'),
      photo(B, 'refused'),
      photo(C),
      photo(A),
      photo(C, 'sending'),
    ]
    expect(saidOn('/', photos)).toEqual([C, 'waiting', 2])
    expect(saidOn('/', photos.slice(0, 3))).toEqual([B, 'refused', 1])
    expect(saidOn('/', photos.slice(0, 2))).toEqual([A, 'draft', 1])
    expect(saidOn('/', photos.slice(0, 1))).toEqual([NO_ORMA, 'shared', 1])
  })

  it('has the number of drafts beside what is more urgent', () => {
    const photos = [photo(A, 'draft'), photo(A, 'refused'), photo(A, 'draft'), photo(B, 'draft')]
    const drafts = (pathname: string) =>
      groupToShow(photos, { pathname, event_hash: undefined })?.drafts.length
    expect(saidOn('/', photos)).toEqual([A, 'refused', 1])
    expect(drafts('/')).toBe(2)
    expect(drafts('/profile')).toBe(0)
  })

  it('is nothing of drafts where people are busy with something else', () => {
    expect(saidOn('/profile', [photo(A, 'draft')])).toBeUndefined()
    expect(saidOn(`/${A}/post/7`, [photo(A, 'draft')])).toBeUndefined()
  })

  it('is nothing of photos that nobody can do anything about', () => {
    const discarded = { ...photo(A), isUnwanted: true }
    const failed = { ...photo(A, 'refused'), postId: 3 }
    expect(saidOn('/', [discarded, failed, photo(A, 'processing')])).toBeUndefined()
  })
})

it('Show leads through all Ormas, one after the other', () => {
  const photos = [photo(A), photo(B, 'draft'), photo(C, 'refused'), photo(NO_ORMA, 'draft')]
  const places: string[] = []
  let pathname = '/'
  for (let step = 0; step < 5; step += 1) {
    const event_hash = pathname.match(/[^/]{22}/)?.[0]
    pathname = groupToShow(photos, { pathname, event_hash })?.place ?? ''
    places.push(pathname)
  }
  const [a, b, c] = [A, B, C].map((hash) => `/${hash}/upload`)
  expect(places.slice(0, 3)).toEqual([a, c, b])
  expect(new Set(places).size).toBe(4)
  expect(places[4]).toBe(a)
  expect(saidOn(`/${A}/upload`, [photo(A), photo(A, 'draft')])).toBeUndefined()
})
