import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPhotoProcess } from '../../server/media/photo-process.ts'
import type { PhotoProcess } from '../../server/media/photo-process.ts'
import { makeManyScans } from '../support/hostile/many-scans.ts'
import { watchMemory } from '../support/peak-memory.ts'
import { makePhoto, makePhotoAs } from '../support/photos.ts'

const MOST_MEGABYTES = 700
/** A deadline: the 20 s, and time for a busy machine. */
const WITHIN_MS = 60_000

let photos: PhotoProcess

beforeEach(() => {
  photos = createPhotoProcess({ parallelism: 1 })
})
afterEach(() => photos.close())

it(
  'X11: a photo process is killed after 20 s, and the next photo is rendered',
  { timeout: WITHIN_MS },
  async () => {
    const outcome = photos.render(await makePhoto()).catch((error: unknown) => error)
    await vi.waitFor(() => expect(photos.pids()).toHaveLength(1), { interval: 1 })
    // It hears nothing any more but what ends it.
    process.kill(photos.pids()[0]!, 'SIGSTOP')
    expect(await outcome).toMatchObject({ reason: 'timeout' })
    expect(photos.pids()).toEqual([])
    expect(await photos.render(await makePhotoAs('png'))).toMatchObject({ width: 640 })
  },
)

it(
  'X11: a small file of 64 million pixels holds up one process in little memory',
  { timeout: WITHIN_MS * 3 },
  async () => {
    const memory = watchMemory(photos)
    const scans = await makeManyScans(8000, 7900)
    expect(scans.length).toBeLessThan(2_000_000)
    const outcome = await photos.render(scans).catch((error: unknown) => error)
    expect(outcome).toMatchObject(
      outcome instanceof Error
        ? { reason: expect.stringMatching(/undecodable|timeout/) }
        : { width: 2560 },
    )
    const peak = memory.peak()
    memory.stop()
    if (!Number.isNaN(peak)) expect(peak).toBeLessThan(MOST_MEGABYTES)
    expect(await photos.render(await makePhotoAs('png'))).toMatchObject({ width: 640 })
  },
)
