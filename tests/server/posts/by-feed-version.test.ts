import { describe, expect, it, vi } from 'vitest'
import { byFeedVersion } from '../../../server/posts/by-feed-version.ts'

const VERSION_1 = { id: 7, feed_version: 1 }
const VERSION_2 = { id: 7, feed_version: 2 }

describe('what is made of all photos of an event', () => {
  it('is made once for all who ask, until the photos change', async () => {
    const make = vi.fn<() => Promise<string[]>>(async () => ['18 h'])
    const hours = byFeedVersion<string[]>()
    const all = await Promise.all(Array.from({ length: 100 }, () => hours(VERSION_1, make)))
    expect(all.flat()).toHaveLength(100)
    await hours(VERSION_1, make)
    expect(make).toHaveBeenCalledTimes(1)

    make.mockResolvedValue(['18 h', '19 h'])
    expect(await hours(VERSION_2, make)).toHaveLength(2)
    // Read before the photo came, and answered after it.
    expect(await hours(VERSION_1, make)).toHaveLength(2)
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('is made again where that failed, and is another for each event', async () => {
    const hours = byFeedVersion<string>()
    const away = new Error('the database is away')
    await expect(hours(VERSION_1, () => Promise.reject(away))).rejects.toThrow(away)
    expect(await hours(VERSION_1, async () => 'of 7')).toBe('of 7')
    expect(await hours({ id: 8, feed_version: 1 }, async () => 'of 8')).toBe('of 8')
  })
})
