import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { confine, runFfmpeg, VideoError } from '../../../server/media/run-ffmpeg.ts'
import type { RunLimits } from '../../../server/media/run-ffmpeg.ts'
import { StorageFull } from '../../../server/outages.ts'
import { ownFolder } from '../../support/fixtures.ts'

const AMPLE: RunLimits = { wallSeconds: 120, cpuSeconds: 60, outputBytes: 50_000_000 }
/** Work that never ends by itself. */
const endless = (output: string, picture = 'testsrc2=size=640x480') =>
  `-v error -nostdin -y -f lavfi -i ${picture} -c:v rawvideo -f rawvideo ${output}`.split(' ')

async function outcome(
  args: string[],
  limits: Partial<RunLimits> = {},
  signal = new AbortController().signal,
) {
  const run = runFfmpeg('ffmpeg', args, { ...AMPLE, ...limits }, signal)
  return run.then(
    () => 'done',
    (error: { reason: string }) => error.reason,
  )
}

describe('a run of ffmpeg', () => {
  const nowhere = endless('/dev/null')

  it('is ended for good where it takes more of a core than it may', async () => {
    expect(await outcome(nowhere, { cpuSeconds: 1 })).toBe('undecodable')
  })

  it('is ended for good where it writes more than it may', async () => {
    const file = join(await ownFolder(), 'video')
    expect(await outcome(endless(file), { outputBytes: 1_024_000 })).toBe('undecodable')
    expect((await readFile(file)).length).toBeLessThanOrEqual(1_024_000)
  })

  it.runIf(process.platform === 'linux')('has no more memory than is meant for it', async () => {
    const [command = '', ...words] = await confine(['sh', '-c', 'ulimit -v'], AMPLE)
    expect(execFileSync(command, words, { encoding: 'utf8' })).toBe('2500000\n')
  })

  it('finds the disk full where it cannot write any more', async () => {
    const run = runFfmpeg('ffmpeg', endless('/dev/full'), AMPLE, new AbortController().signal)
    await expect(run).rejects.toBeInstanceOf(StorageFull)
  })

  it.each([
    ['Disk quota exceeded', StorageFull],
    ['Input/output error', VideoError],
    ['Resource temporarily unavailable', VideoError],
    ['Cannot allocate memory', VideoError],
  ])('may be tried again where the machine says "%s"', async (words, kind) => {
    const folder = await ownFolder()
    const program = `#!/bin/sh\necho "video.mp4: ${words}" >&2\nexit 1\n`
    await writeFile(join(folder, 'ffmpeg'), program, { mode: 0o755 })
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    const error = await runFfmpeg('ffmpeg', [], AMPLE, new AbortController().signal).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(kind)
    if (error instanceof VideoError) expect(error.isRetryable).toBe(true)
  })

  it('may be tried again where it takes too long by the clock', async () => {
    expect(await outcome(nowhere, { wallSeconds: 0.5 })).toBe('timeout')
  })

  it('says nothing of the video where the server stops', async () => {
    const stop = new AbortController()
    const file = join(await ownFolder(), 'video')
    const slow = ['-re', ...endless(file, 'testsrc2=size=64x48')]
    const ended = outcome(slow, {}, stop.signal)
    await vi.waitUntil(async () => (await sizeOf(file)) > 0, { timeout: 60_000 })
    stop.abort()
    expect(await ended).toBe('closed')
    const last = await sizeOf(file)
    expect(await outcome(nowhere, {}, stop.signal)).toBe('closed')
    expect(await sizeOf(file)).toBe(last)
  })

  it('may be tried again where there is no such program', async () => {
    vi.stubEnv('PATH', await ownFolder())
    expect(await outcome(nowhere)).toBe('crash')
  })

  it('opens no network, and knows nothing of our secrets', async () => {
    vi.stubEnv('SECRET', 'a password')
    const web = '-v error -nostdin -protocol_whitelist file -i http://127.0.0.1:1/ -f null -'
    expect(await outcome(web.split(' '))).toBe('undecodable')
    const file = join(await ownFolder(), 'environment')
    const own = '-v error -nostdin -y -f data -i /proc/self/environ -map 0 -c copy -f data'
    expect(await outcome([...own.split(' '), file])).toBe('done')
    const environment = await readFile(file, 'latin1')
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain('SECRET')
  })
})

async function sizeOf(file: string): Promise<number> {
  return (await readFile(file).catch(() => Buffer.alloc(0))).length
}
