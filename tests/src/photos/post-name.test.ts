import { expect, it } from 'vitest'
import { lengthOf, postName } from '../../../src/photos/post-name.ts'
import { makePost } from '../../support/post-shapes.ts'

it('a length is in minutes and seconds, and never nothing', () => {
  const lengths = [0.2, 1, 12.4, 59.6, 60, 179.9, 725].map((duration) => lengthOf({ duration }))
  expect(lengths).toEqual(['0:01', '0:01', '0:12', '1:00', '1:00', '3:00', '12:05'])
  expect(lengthOf(makePost(1))).toBeUndefined()
})

it('a post’s name says whose it is, and how long a video is', () => {
  expect(postName(makePost(1))).toBe('Photo by Anna')
  expect(postName(makePost(1, { kind: 'video', duration: 12 }))).toBe('Video by Anna, 0:12')
  const unprocessed = makePost(1, { kind: 'video', User: { id: 1, name: null } })
  expect(postName(unprocessed)).toBe('Video by Guest')
})
