import { mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pageRoutes } from '../../../server/http/page-routes.ts'
import { storeRelease } from '../../../server/http/previous-releases.ts'
import { collectLog } from '../../support/api.ts'
import type { TestApi } from '../../support/api.ts'
import { ownFolder } from '../../support/fixtures.ts'
import { canMount, mountSmallDisk } from '../../support/full-disk.ts'
import type { SmallDisk } from '../../support/full-disk.ts'

let folder: string
let kept: string
let deployments: number
let logged: TestApi['logged']

beforeEach(async () => {
  folder = await ownFolder()
  kept = join(folder, 'kept')
  deployments = 0
  logged = []
})

/** Puts a release in the place of the one before; gives its folder. */
function build(release: string): string {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(join(dist, '.vite'), { recursive: true })
  mkdirSync(join(dist, 'assets/heavy'), { recursive: true })
  writeFileSync(join(dist, '.vite/manifest.json'), `{"entry":"${release}"}`)
  writeFileSync(join(dist, 'assets/index.js'), release)
  writeFileSync(join(dist, 'assets/heavy/late.js'), release)
  writeFileSync(join(dist, 'assets/index.js.map'), release)
  writeFileSync(join(dist, 'index.html'), `<html><head></head><body>${release}</body></html>`)
  return dist
}

/** A deployment of a release; gives those whose files are there, itself first. */
function deploy(release: string): string[] {
  const stored = storeRelease(build(release), kept, collectLog(logged))
  const newest = readdirSync(kept).find(
    (name) =>
      !name.startsWith('.') &&
      readFileSync(join(kept, name, 'assets/index.js'), 'utf8') === release,
  )
  // Deployments are days apart, and not within a tick of the file system's clock.
  const at = new Date(Date.UTC(2026, 0, ++deployments))
  utimesSync(join(kept, newest ?? ''), at, at)
  return stored.map((path) => readFileSync(join(path, 'assets/heavy/late.js'), 'utf8'))
}

it('keeps the scripts of a release and of the two before', () => {
  expect(deploy('one')).toEqual(['one'])
  expect(deploy('two')).toEqual(['two', 'one'])
  expect(deploy('three')).toEqual(['three', 'two', 'one'])
  expect(deploy('four')).toEqual(['four', 'three', 'two'])
  expect(readdirSync(kept)).toHaveLength(3)
})

it('keeps a release that was taken back as the one before', () => {
  deploy('one')
  deploy('two')
  expect(deploy('one')).toEqual(['one', 'two'])
})

it('takes a killed process’s copy for no release, and removes it later', () => {
  deploy('one')
  deploy('two')
  for (const left of ['.old', '.new']) mkdirSync(join(kept, left))
  utimesSync(join(kept, '.old'), 1, 1)
  expect(deploy('two')).toEqual(['two', 'one'])
  expect(readdirSync(kept).filter((name) => name.startsWith('.'))).toEqual(['.new'])
})

it('serves the running release also after the next one was built', async () => {
  const dist = build('one')
  const stored = storeRelease(dist, kept, collectLog(logged))
  const pages = pageRoutes({ dist, stored, isHttps: false, partsOf: async () => ({}) })
  build('two')
  rmSync(join(dist, 'assets/heavy'), { recursive: true })
  const late = await pages.request('/assets/heavy/late.js')
  expect([late.status, await late.text()]).toEqual([200, 'one'])
})

// Only root may mount a disk.
describe.runIf(canMount())('a disk without room for the copy', () => {
  let disk: SmallDisk
  beforeEach(() => (disk = mountSmallDisk(join(folder, 'disk'), 1)))
  afterEach(() => disk.remove())

  it('lets a release start without it, which says so in one line', () => {
    const store = (release: string) =>
      storeRelease(build(release), join(disk.folder, 'kept'), collectLog(logged))
    const one = store('one')
    disk.fill()
    expect(store('two')).toEqual(one)
    const message = expect.stringMatching(/^the disk is full: /)
    expect(logged).toMatchObject([{ level: 'warn', message }])
    disk.free()
    expect(store('two')).toHaveLength(2)
    expect(logged).toHaveLength(1)
  })
})
