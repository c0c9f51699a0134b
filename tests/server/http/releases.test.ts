import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import type { BlobStore } from '../../../server/blobs/blob-store.ts'
import { pageRoutes } from '../../../server/http/page-routes.ts'
import { readReleaseFile, shareRelease } from '../../../server/http/releases.ts'
import { collectLog } from '../../support/api.ts'
import type { TestApi } from '../../support/api.ts'
import { ownFolder } from '../../support/fixtures.ts'

let folder: string
let blobs: BlobStore
let logged: TestApi['logged']
let clock: number

beforeEach(async () => {
  folder = await ownFolder()
  const files = createFsBlobStore(join(folder, 'blobs'))
  clock = 0
  const times = new Map<string, Date>()
  // Deployments are days apart, and not within a tick of the file system's clock.
  blobs = {
    ...files,
    put: (key, ...rest) => {
      times.set(key, new Date((clock += 1)))
      return files.put(key, ...rest)
    },
    async *list(prefix) {
      for await (const blob of files.list(prefix)) {
        yield { ...blob, modified: times.get(blob.key) ?? blob.modified }
      }
    },
  }
  logged = []
})

/** A machine with this release; gives its folder. */
function build(release: string): string {
  const dist = join(folder, release)
  mkdirSync(join(dist, '.vite'), { recursive: true })
  mkdirSync(join(dist, 'assets/heavy'), { recursive: true })
  writeFileSync(join(dist, '.vite/manifest.json'), `{"entry":"${release}"}`)
  writeFileSync(join(dist, `assets/index-${release}_A.js`), release.repeat(2000))
  writeFileSync(join(dist, 'assets/heavy/same-B.js'), 'the same in all')
  writeFileSync(join(dist, `assets/index-${release}_A.js.map`), release)
  writeFileSync(join(dist, 'index.html'), '<html><head></head><body></body></html>')
  return dist
}

const share = (release: string) => shareRelease(build(release), blobs, collectLog(logged))

/** Which of these releases' scripts are there. */
async function shared(...releases: string[]): Promise<string[]> {
  const found = await Promise.all(
    releases.map((release) => readReleaseFile(blobs, `/assets/index-${release}_A.js`)),
  )
  return releases.filter((_release, at) => found[at] !== undefined)
}

describe('the scripts of a release', () => {
  it('are found by a process with another release, compressed', async () => {
    await share('two')
    const readOther = (path: string) => readReleaseFile(blobs, path)
    const partsOf = async () => ({})
    const pages = pageRoutes({ dist: build('one'), readOther, isHttps: false, partsOf })
    const headers = { 'accept-encoding': 'br' }
    const script = await pages.request('/assets/index-two_A.js', { headers })
    expect(script.status).toBe(200)
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'content-type': expect.stringContaining('text/javascript'),
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const bytes = brotliDecompressSync(Buffer.from(await script.arrayBuffer()))
    expect(String(bytes)).toBe('two'.repeat(2000))
    for (const path of ['/assets/index-two_A.js.map', '/assets/index-three_A.js']) {
      expect((await pages.request(path)).status).toBe(404)
    }
  })

  it('stay for two more releases, those that are started last, and then go', async () => {
    await share('one')
    await share('two')
    await share('three')
    expect(await shared('one', 'two', 'three')).toEqual(['one', 'two', 'three'])
    // Taken back for a while.
    await share('one')
    await share('four')
    expect(await shared('one', 'two', 'three', 'four')).toEqual(['one', 'three', 'four'])
    expect(await readReleaseFile(blobs, '/assets/heavy/same-B.js')).toBeDefined()
  })

  it('keep no process from starting where the store of photos is away', async () => {
    const size = async () => {
      throw new Error('away')
    }
    await shareRelease(build('one'), { ...blobs, size }, collectLog(logged))
    expect(logged).toMatchObject([{ level: 'warn' }])
  })
})
