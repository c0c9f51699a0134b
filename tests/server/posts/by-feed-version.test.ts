import { describe, expect, it, vi } from 'vitest'
import { byFeedVersion } from '../../../server/posts/by-feed-version.ts'

const VERSION_1 = { id: 7, feed_version: 1 }
const VERSION_2 = { id: 7, feed_version: 2 }

describe('what is made of all photos of an event', () => {
  it('is made once for all who ask, until the photos change', async () => {
    const make = vi.fn<(id: number) => Promise<string[]>>(async () => ['18 h'])
    const hoursOf = byFeedVersion(make)
    const all = await Promise.all(Array.from({ length: 100 }, () => hoursOf(VERSION_1)))
    expect(all.flat()).toHaveLength(100)
    await hoursOf(VERSION_1)
    expect(make).toHaveBeenCalledTimes(1)

    make.mockResolvedValue(['18 h', '19 h'])
    expect(await hoursOf(VERSION_2)).toHaveLength(2)
    // Read before the photo came, and answered after it.
    expect(await hoursOf(VERSION_1)).toHaveLength(2)
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('is made again where that failed, and is another for each event', async () => {
    const make = vi.fn<(id: number) => Promise<string>>(async (id) => `of ${id}`)
    make.mockRejectedValueOnce(new Error('the database is away'))
    const hoursOf = byFeedVersion(make)
    await expect(hoursOf(VERSION_1)).rejects.toThrow('the database is away')
    expect(await hoursOf(VERSION_1)).toBe('of 7')
    expect(await hoursOf({ id: 8, feed_version: 1 })).toBe('of 8')
  })
})
