import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeBuild } from '../../../server/http/past-builds.ts'

let folder: string
let kept: string
let deployments: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orma-builds-'))
  kept = join(folder, 'kept')
  deployments = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A deployment of a release; gives the releases before it whose files are still there. */
function deploy(release: string): string[] {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(join(dist, '.vite'), { recursive: true })
  mkdirSync(join(dist, 'assets/heavy'), { recursive: true })
  writeFileSync(join(dist, '.vite/manifest.json'), `{"entry":"${release}"}`)
  writeFileSync(join(dist, 'assets/index.js'), release)
  writeFileSync(join(dist, 'assets/heavy/late.js'), release)
  writeFileSync(join(dist, 'assets/index.js.map'), release)
  const before = storeBuild(dist, kept)
  const newest = readdirSync(kept).find(
    (name) =>
      !name.startsWith('.') &&
      readFileSync(join(kept, name, 'assets/index.js'), 'utf8') === release,
  )
  // Deployments are days apart, and not within a tick of the file system's clock.
  const at = new Date(Date.UTC(2026, 0, ++deployments))
  utimesSync(join(kept, newest ?? ''), at, at)
  return before.map((path) => readFileSync(join(path, 'assets/heavy/late.js'), 'utf8'))
}

it('keeps the scripts of the two releases before, the latest first, and forgets older ones', () => {
  expect(deploy('one')).toEqual([])
  expect(deploy('two')).toEqual(['one'])
  expect(deploy('three')).toEqual(['two', 'one'])
  expect(deploy('four')).toEqual(['three', 'two'])
  expect(readdirSync(kept)).toHaveLength(3)
})

it('takes the same release started again for the same', () => {
  deploy('one')
  deploy('two')
  expect(deploy('two')).toEqual(['one'])
})

it('keeps a release that was taken back as the one before', () => {
  deploy('one')
  deploy('two')
  expect(deploy('one')).toEqual(['two'])
})

it('keeps no source maps', () => {
  deploy('one')
  const [name = ''] = readdirSync(kept)
  expect(existsSync(join(kept, name, 'assets/index.js'))).toBe(true)
  expect(existsSync(join(kept, name, 'assets/index.js.map'))).toBe(false)
})

it('takes the copy that a killed process left for no release, and removes it once it is old', () => {
  deploy('one')
  deploy('two')
  for (const left of ['.old', '.new']) mkdirSync(join(kept, left))
  utimesSync(join(kept, '.old'), 1, 1)
  expect(deploy('two')).toEqual(['one'])
  expect(readdirSync(kept).filter((name) => name.startsWith('.'))).toEqual(['.new'])
})
