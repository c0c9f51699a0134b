import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseBare, chooseMany, makeGallery } from '../../scripts/bench/many-photos.ts'
import { expect, test } from '../e2e/fixtures.ts'

/** By the processor time of a phone four times slower. 100 is what is wanted, and what the bench tells; a busy machine adds to it. */
const FRAME_MS = 150

test.use({ as: 'guest', fields: { photosPerChoice: '100' } })

test('a hundred photos are chosen and sent without a long frame', async ({
  browser,
  context,
  path,
  storedHashes,
}) => {
  test.setTimeout(900_000)
  const folder = await mkdtemp(join(tmpdir(), 'orma-gallery-'))
  const photos = await makeGallery(folder, 100)
  const bare = await chooseBare(browser, context, { path: '/robots.txt', photos })
  const { chosen, ...others } = await chooseMany(browser, context, {
    path: `${path}/upload`,
    photos,
  })
  await rm(folder, { recursive: true })
  const hashes = await storedHashes()
  expect([hashes.length, new Set(hashes).size]).toEqual([100, 100])
  const longest = { chosen: chosen - bare, ...others }
  const over = Object.entries(longest).filter(([, ms]) => ms >= FRAME_MS)
  expect(over).toEqual([])
})
