import { describe, expect, it } from 'vitest'
import { findPlace } from '../../../src/posts/find-place.ts'
import { makePost } from '../../support/post-shapes.ts'

const post = (id: number) => makePost(id, { createdAt: timeOf(id) })
const timeOf = (id: number) => new Date(Date.UTC(2026, 5, 14, 20, 0, id)).toISOString()
const placeOf = (post_id: number) => ({ post_id, createdAt: timeOf(post_id) })

describe('a place in a list of posts', () => {
  it('is that of its post, wherever the list has it by now', () => {
    expect(findPlace([post(9), post(8), post(5)], placeOf(5))).toBe(2)
  })

  it('is that of the next older one once its post has gone', () => {
    expect(findPlace([post(9), post(7), post(5)], placeOf(8))).toBe(1)
  })

  it('lies further down as long as all of the list is newer', () => {
    expect(findPlace([post(9), post(7)], placeOf(5))).toBeUndefined()
  })

  it('is not that of a post in front which is not finished', () => {
    const unfinished = { ...post(1), status: 'READYFORPROCESSING' as const }
    expect(findPlace([unfinished, post(9)], placeOf(5))).toBeUndefined()
  })
})
