import 'fake-indexeddb/auto'
import { clear } from 'idb-keyval'
import { beforeEach, describe, expect, it } from 'vitest'
import { readAnswer } from '../../../src/cache/answers.ts'
import { ormas } from '../../../src/cache/cache-database.ts'
import { changeCachedOrma, listCachedOrmas, noteVisit } from '../../../src/cache/cached-ormas.ts'
import { cacheStretch } from '../../../src/cache/cached-posts.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { HASH, NOW, OTHER, emptyCache, post, stretchOf } from './cached-feed-fixtures.ts'

const DAY_MS = 24 * 60 * 60_000
const IN_2000 = Date.UTC(2000, 0, 1)

beforeEach(async () => {
  await emptyCache()
  await clear(ormas)
})

function manyHashes(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${at}`.padStart(22, 'A'))
}

/** Visits Ormas one after the other, the first at this time. */
async function visitAll(hashes: readonly string[], from = NOW): Promise<void> {
  for (const [at, event_hash] of hashes.entries()) await noteVisit(event_hash, from + at)
}

/** The Ormas that are cached, the last visited first. */
async function cached(): Promise<string[]> {
  return (await listCachedOrmas()).map(({ event_hash }) => event_hash)
}

describe('cached Ormas', () => {
  it('are the 20 visited last, and those that somebody wants to stay', async () => {
    const hashes = manyHashes(25)
    await changeCachedOrma(hashes[0] ?? '', { isWanted: true })
    for (const [at, event_hash] of hashes.entries()) {
      await cacheStretch(event_hash, stretchOf([{ ...post(1), event_hash }]), NOW)
      await noteVisit(event_hash, NOW + at)
    }
    expect(new Set(await cached())).toEqual(new Set([hashes[0], ...hashes.slice(-20)]))
    expect(await readAnswer(queryKeys.feed(hashes[1] ?? ''))).toBeUndefined()
    expect(await readAnswer(queryKeys.feed(hashes[0] ?? ''))).toBeDefined()
  })

  it('go when nobody has looked at them for 30 days, except the five visited last', async () => {
    const hashes = manyHashes(7)
    await visitAll(hashes, NOW - 31 * DAY_MS)
    expect(await cached()).toHaveLength(7)
    await noteVisit(OTHER, NOW)
    expect(await cached()).toEqual([OTHER, ...hashes.slice(-4).toReversed()])
  })

  it('stay when they are looked at while the clock is years behind', async () => {
    await noteVisit(HASH, NOW)
    await visitAll(manyHashes(6), NOW + 1)
    await noteVisit(HASH, IN_2000)
    await noteVisit(OTHER, IN_2000 + 1)
    await noteVisit('first-after', NOW + DAY_MS)
    expect((await cached()).slice(0, 3)).toEqual(['first-after', OTHER, HASH])
    expect(await cached()).toHaveLength(9)
  })

  it('stay, the last of them, when one is opened while the clock is far ahead', async () => {
    await visitAll([HASH, OTHER])
    await noteVisit('in a year', NOW + 365 * DAY_MS)
    expect(await cached()).toEqual(['in a year', OTHER, HASH])
  })

  it('are in the order of their visits also after a clock that was ahead', async () => {
    await noteVisit(OTHER, NOW + 365 * DAY_MS)
    await visitAll([HASH, ...manyHashes(20)])
    expect(await cached()).toEqual(manyHashes(20).toReversed())
  })
})
