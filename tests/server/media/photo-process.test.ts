import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPhotoProcess } from '../../../server/media/photo-process.ts'
import type { PhotoProcess, PhotoProcessOptions } from '../../../server/media/photo-process.ts'
import { Outage } from '../../../server/outages.ts'
import { isRunning } from '../../support/child-processes.ts'
import { setProgramOfChildren, sharedFolder } from '../../support/fixtures.ts'
import { makePhoto, makePhotoAs, readSidewaysHeic } from '../../support/photos.ts'

const folder = await sharedFolder()
const bigFile = path.join(folder, 'big')
await writeFile(bigFile, await makePhoto())
const small = await makePhotoAs('png', { width: 64, height: 48 })

let photos: PhotoProcess
afterEach(() => photos.close())

function open(options: PhotoProcessOptions = {}): PhotoProcess {
  photos = createPhotoProcess({ parallelism: 1, ...options })
  return photos
}

/** Of a process as soon as there is one. */
const firstPid = () => vi.waitUntil(() => photos.pids()[0], { interval: 1, timeout: 60_000 })

describe('createPhotoProcess: render', () => {
  it('starts no process before the first photo, and one that serves many', async () => {
    open()
    expect(photos.pids()).toEqual([])
    await photos.render(small)
    const [pid] = photos.pids()
    await photos.render(bigFile)
    expect(photos.pids()).toEqual([pid])
  })

  it('makes large pictures behind whatever else waits', async () => {
    open()
    const ended: string[] = []
    const note = (name: string) => () => void ended.push(name)
    await Promise.all([
      photos.render(small).then(note('under way')),
      photos.renderFull(small).then(note('large')),
      photos.renderFirst(small).then(note('first')),
    ])
    expect(ended).toEqual(['under way', 'first', 'large'])
  })

  it('renders as many at once as it may, and every one of more', async () => {
    open({ parallelism: 2 })
    const rendered = await Promise.all(
      Array.from({ length: 7 }, async () => await photos.render(small)),
    )
    expect(rendered).toHaveLength(7)
    expect(photos.pids()).toHaveLength(2)
  })

  it.runIf(process.platform === 'linux')('keeps little of what photos took', async () => {
    open()
    for (let count = 0; count < 6; count += 1) await photos.renderFull(bigFile)
    // Besides files, which processes share. A photo of 12 megapixels takes some 60 MB; V8 lets go of its garbage with the next ones,
    // on a busy machine late. What is not given back at all leaves more than 98 MB.
    const kept = async () => {
      await photos.renderFirst(small)
      const status = await readFile(`/proc/${photos.pids()[0]}/status`, 'utf8')
      return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1])
    }
    await expect.poll(kept, { timeout: 120_000 }).toBeLessThan(90_000)
  })

  it.runIf(process.platform === 'linux')(
    'goes behind the server with every thread, also with those that decode',
    async () => {
      open()
      await photos.renderFull(bigFile)
      const tasks = `/proc/${photos.pids()[0]}/task`
      const priorities = new Map<string, number>()
      for (const task of await readdir(tasks)) {
        const name = await readFile(`${tasks}/${task}/comm`, 'utf8')
        priorities.set(name.trim(), getPriority(Number(task)))
      }
      expect([...priorities.keys()]).toEqual(
        expect.arrayContaining(['MainThread', 'libuv-worker', 'libvips worker']),
      )
      expect(new Set(priorities.values())).toEqual(new Set([10]))
    },
  )

  it("gives back a HEIC's memory by ending its process, and goes on", async () => {
    open()
    await photos.render(await readSidewaysHeic())
    expect(photos.pids()).toEqual([])
    await photos.render(small)
    expect(photos.pids()).toHaveLength(1)
  })

  it('says that a photo cannot be decoded, for good, and keeps its process', async () => {
    open()
    await photos.render(small)
    const before = photos.pids()
    await expect(photos.render(Buffer.from('a text'))).rejects.toMatchObject({
      reason: 'undecodable',
      isRetryable: false,
    })
    expect(photos.pids()).toEqual(before)
  })

  it('says that a file is not there without blaming the photo', async () => {
    await expect(open().render(path.join(folder, 'nothing'))).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})

describe('createPhotoProcess: failures', () => {
  it('reports a process that dies as a crash, and renders the next', async () => {
    open()
    await photos.render(small)
    const [pid] = photos.pids()
    // It takes the photo, and cannot answer before it dies.
    process.kill(pid!, 'SIGSTOP')
    const outcome = photos.render(small).catch((error: unknown) => error)
    await setImmediate()
    process.kill(pid!, 'SIGKILL')
    expect(await outcome).toMatchObject({ reason: 'crash', isRetryable: true })
    expect(photos.pids()).toEqual([])
    expect(await photos.render(small)).toMatchObject({ width: 64 })
  })

  it.each([
    ['ends at once', '/bin/false', 'it ended with 1'],
    ['is not there', '/nothing', 'ENOENT'],
    ['is refused at once', '/bin/false/nothing', 'ENOTDIR'],
  ])('blames no photo where the program that renders %s', async (_how, program, reason) => {
    setProgramOfChildren(program)
    open()
    photos.warm(true)
    const outcome = photos.render(small).catch((error: unknown) => error)
    expect(await outcome).toBeInstanceOf(Outage)
    expect(String(await outcome)).toContain(reason)
    expect(await photos.isWholeJpeg(small)).toBe(true)
  })

  it('survives a process that dies while it is idle', async () => {
    open()
    await photos.render(small)
    process.kill(photos.pids()[0]!, 'SIGKILL')
    await vi.waitFor(() => expect(photos.pids()).toEqual([]), { timeout: 60_000 })
    expect(await photos.render(small)).toMatchObject({ width: 64 })
  })

  it('kills a process that takes too long', async () => {
    open({ timeoutMs: 20 })
    const outcome = photos.render(bigFile).catch((error: unknown) => error)
    const pid = await firstPid()
    expect(await outcome).toMatchObject({ reason: 'timeout', isRetryable: true })
    expect(isRunning(pid)).toBe(false)
  })

  it('ends a check that takes too long, and keeps what was rendered', async () => {
    open()
    const { square } = await photos.render(small)
    await photos.close()
    open({ timeoutMs: 1 })
    await expect(photos.classify(square)).rejects.toMatchObject({ reason: 'timeout' })
    await photos.close()
    open()
    expect(Object.keys(await photos.classify(square))).toHaveLength(5)
  })

  it('is not ended by what ends the server from a terminal while it works', async () => {
    open()
    await photos.render(small)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(photos.pids()[0]!, signal)
    expect(await photos.render(small)).toMatchObject({ width: 64 })
    expect(photos.pids()).toHaveLength(1)
  })
})

describe('createPhotoProcess: end', () => {
  it('lets an idle process go', async () => {
    open({ restMs: 30 })
    await photos.render(small)
    const [pid] = photos.pids()
    await vi.waitFor(() => expect(photos.pids()).toEqual([]), { timeout: 60_000 })
    await vi.waitFor(() => expect(isRunning(pid!)).toBe(false), { timeout: 60_000 })
  })

  it('ends every process when closed and blames no photo for it', async () => {
    open()
    const renderings = [bigFile, bigFile, small].map((photo) => photos.render(photo))
    const settled = Promise.allSettled(renderings)
    const pid = await firstPid()
    await photos.close()
    expect(isRunning(pid)).toBe(false)
    for (const result of await settled) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { reason: 'closed', isRetryable: true },
      })
    }
    await expect(photos.render(small)).rejects.toMatchObject({ reason: 'closed' })
  })

  it('leaves no process behind when the server is killed', async () => {
    open()
    const script = path.join(import.meta.dirname, '../../support/photo-process-owner.ts')
    const owner = fork(script, { execArgv: [] })
    const [pids] = (await once(owner, 'message')) as [number[]]
    expect(pids.map(isRunning)).toEqual([true])
    owner.kill('SIGKILL')
    await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false]), { timeout: 60_000 })
  })
})
