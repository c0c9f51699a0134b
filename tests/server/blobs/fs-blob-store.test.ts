import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { StoreOutage, StorageFull } from '../../../server/outages.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { describeBlobStore } from '../../conformance/blob-store.ts'
import { ownFolder } from '../../support/fixtures.ts'
import { canMount, mountSmallDisk } from '../../support/full-disk.ts'

let folder: string

beforeEach(async () => {
  folder = await ownFolder()
})

describeBlobStore('createFsBlobStore', async () => createFsBlobStore(folder))

describe('createFsBlobStore: a full disk', () => {
  it('tells a full disk from other failures and keeps nothing', async () => {
    const place = path.join(folder, 'small')
    // Without a disk of its own the refusal of one is given by the content instead.
    const disk = canMount() ? mountSmallDisk(place, 1) : undefined
    onTestFinished(() => disk?.remove())
    const blobs = createFsBlobStore(place)
    await blobs.put('earlier', Buffer.alloc(1000, 1))
    const refused = blobs.put('original/ab/photo', disk ? megabytes(4) : failingDisk())
    await expect(refused).rejects.toBeInstanceOf(StorageFull)
    expect(await Array.fromAsync(blobs.list(''))).toHaveLength(1)
    expect(await readdir(path.join(place, '.unfinished'))).toEqual([])
    // What was there is unharmed, and what fits is taken again.
    expect(await blobs.read('earlier')).toHaveLength(1000)
    await blobs.put('later', Buffer.alloc(1000, 1))
  })
})

describe('createFsBlobStore: a disk that is not mounted any more', () => {
  it('is away for every call, gets nothing written, and returns once mounted', async () => {
    const place = path.join(folder, 'blobs')
    const blobs = createFsBlobStore(place)
    await blobs.put('original/ab/photo', Buffer.alloc(1000, 1))
    const calls = [
      () => blobs.put('original/ab/other', Buffer.alloc(1000, 1)),
      () => blobs.open('original/ab/photo'),
      () => blobs.size('original/ab/photo'),
      () => blobs.read('original/ab/photo'),
      () => blobs.withFiles(['original/ab/photo'], async (files) => files),
      () => Array.fromAsync(blobs.list('')),
    ]
    await rename(place, `${place}-unmounted`)
    for (const leave of [async () => {}, () => mkdir(place)]) {
      await leave()
      for (const call of calls) await expect(call()).rejects.toBeInstanceOf(StoreOutage)
    }
    expect(await readdir(place)).toEqual([])

    await rm(place, { recursive: true })
    await rename(`${place}-unmounted`, place)
    expect(await blobs.size('original/ab/photo')).toBe(1000)
    await blobs.put('original/ab/other', Buffer.alloc(1000, 1))
    expect(await Array.fromAsync(blobs.list(''))).toHaveLength(2)
  })
})

describe('createFsBlobStore: two processes that began with an empty folder', () => {
  it('writes nothing in place of a disk where it has looked before', async () => {
    const place = path.join(folder, 'blobs')
    const looks = ['original/ab/photo', 'original/ab/missing'].map((key) => ({
      key,
      blobs: createFsBlobStore(place),
    }))
    await createFsBlobStore(place).put('original/ab/photo', Buffer.alloc(1000, 1))
    for (const { key, blobs } of looks) await blobs.size(key)
    await rename(place, `${place}-unmounted`)
    await mkdir(place)
    for (const { blobs } of looks) {
      const put = blobs.put('original/ab/other', Buffer.alloc(1000, 1))
      await expect(put).rejects.toThrow(
        `${place}/.unfinished is gone: is the disk mounted? If it is, make that folder.`,
      )
    }
    expect(await readdir(place)).toEqual([])
  })
})

describe('createFsBlobStore: a killed process', () => {
  it('leaves no blob of a cut put, and sweeps its bytes once old', async () => {
    const script = path.join(import.meta.dirname, '../../support/unfinished-put.ts')
    const writer = fork(script, [folder], { execArgv: [] })
    await once(writer, 'message')
    writer.kill('SIGKILL')
    await once(writer, 'exit')

    const blobs = createFsBlobStore(folder)
    expect(await blobs.size('original/ab/photo')).toBeUndefined()
    expect(await Array.fromAsync(blobs.list(''))).toEqual([])
    expect(await blobs.sweep(3_600_000)).toBe(0)
    expect(await readdir(path.join(folder, '.unfinished'))).toHaveLength(1)
    expect(await blobs.sweep(-1000)).toBe(1)
    expect(await readdir(path.join(folder, '.unfinished'))).toEqual([])
  })
})

async function* megabytes(count: number): AsyncGenerator<Uint8Array> {
  for (let made = 0; made < count; made += 1) yield new Uint8Array(1024 * 1024)
}

async function* failingDisk(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1000)
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
}
