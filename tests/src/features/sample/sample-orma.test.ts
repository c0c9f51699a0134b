import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { filmConfig } from '../../../../contract/film-config.ts'
import { isEventHash } from '../../../../contract/rules.ts'
import { isNewer } from '../../../../src/posts/post-list.ts'
import { sampleOrma } from '../../../../src/features/sample/sample-orma.ts'

const FOLDER = 'src/features/sample/pictures'
const PICTURES_MAX_BYTES = 400_000

it('the sample has a dozen photos or more, the newest first', () => {
  const { posts } = sampleOrma
  expect(posts.length).toBeGreaterThanOrEqual(12)
  expect(posts.toSorted((one, other) => (isNewer(one, other) ? -1 : 1))).toEqual(posts)
})

it('the sample’s pictures are all there, and small', () => {
  const files = readdirSync(FOLDER)
  const bytes = files.reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0)
  expect(bytes).toBeLessThanOrEqual(PICTURES_MAX_BYTES)
  const { event, posts } = sampleOrma
  const shown = posts.flatMap(({ image_url, compressed_url }) => [image_url, compressed_url])
  const names = [event.event_banner_url, ...shown].map((url) => basename(url ?? '').split('?')[0])
  expect(new Set(names)).toEqual(new Set(files))
})

it('the sample’s film can be played', () => {
  expect(v.parse(filmConfig, sampleOrma.film).images).toHaveLength(sampleOrma.posts.length)
})

it('nobody who signs in owns the sample, and no call can be made of it', () => {
  const { event, posts } = sampleOrma
  const ids = [event.userId, ...posts.flatMap(({ User, Event }) => [User.id, Event.userId])]
  expect(Math.max(...ids)).toBeLessThan(0)
  expect(isEventHash(event.event_hash)).toBe(false)
})
