import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPhotoProcess } from '../../../server/media/photo-process.ts'
import type { PhotoProcess, PhotoProcessOptions } from '../../../server/media/photo-process.ts'
import { watchMemory } from '../../support/peak-memory.ts'
import { makePhotoAs } from '../../support/photos.ts'

const small = await makePhotoAs('png', { width: 64, height: 48 })
let photos: PhotoProcess
afterEach(() => photos.close())

function open(options: PhotoProcessOptions = {}): void {
  photos = createPhotoProcess({ parallelism: 1, ...options })
}

describe('createPhotoProcess: warm', () => {
  it('has two processes ready, and lets them go where none comes', async () => {
    open({ parallelism: 4, restMs: 300 })
    photos.warm(false)
    const pids = photos.pids()
    expect(pids).toHaveLength(2)
    photos.warm(false)
    expect(photos.pids()).toEqual(pids)
    await vi.waitFor(() => expect(photos.pids()).toEqual([]), { timeout: 60_000 })
  })

  it('starts another in the place of one that has died', async () => {
    open({ parallelism: 4 })
    photos.warm(false)
    process.kill(photos.pids()[0]!, 'SIGKILL')
    await vi.waitFor(() => expect(photos.pids()).toHaveLength(1), { timeout: 60_000 })
    photos.warm(false)
    expect(photos.pids()).toHaveLength(2)
  })

  it('serves expected photos by the processes that were ready', async () => {
    open()
    photos.warm(true)
    const pids = photos.pids()
    await photos.render(small)
    expect(photos.pids()).toHaveLength(1)
    expect(pids.every((pid) => photos.pids().includes(pid))).toBe(true)
  })

  it('has the nudity check’s model loaded also by one that has rendered other pictures', async () => {
    open({ restMs: 120_000 })
    await photos.renderOrmaImage(small, 'profile')
    const memory = watchMemory(photos)
    const before = memory.peak()
    photos.warm(true)
    expect(photos.pids()).toHaveLength(1)
    // In the end the model and what runs it take 100 MB.
    await expect.poll(memory.peak).toBeGreaterThan(before + 25)
    memory.stop()
  })
})
