import { expect, it } from 'vitest'
import { isToGetFull } from '../../../src/posts/full-picture.ts'
import { makePost } from '../../support/post-shapes.ts'

const HOUR_MS = 60 * 60_000

it('a photo waits for its large picture only for so long, after which its thumb is all there is', () => {
  const createdAt = new Date(Date.now() - HOUR_MS).toISOString()
  const small = makePost(1, { createdAt, image_url: '/media/1-small' })
  expect(isToGetFull(small, 2 * HOUR_MS)).toBe(true)
  expect(isToGetFull(small, HOUR_MS / 2)).toBe(false)
  expect(isToGetFull(makePost(1, { createdAt }), 2 * HOUR_MS)).toBe(false)
})
