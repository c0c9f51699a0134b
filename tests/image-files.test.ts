import { describe, expect, it } from 'vitest'
import { filesBelow, readFile } from './support/source-files.ts'

const PATTERNS = readFile('docs/deploy/Containerfile.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** As docker reads a pattern: `**` is any number of folders, and what lies in a folder that is left out is left out as well. */
const LEFT_OUT = PATTERNS.map((pattern) => {
  const inner = pattern
    .replaceAll('.', '\\.')
    .replaceAll(/(\*\*\/)|\*/g, (_all, folders) => (folders ? '(.*/)?' : '[^/]*'))
  return new RegExp(`^${inner}(/|$)`)
})
const isLeftOut = (path: string) => LEFT_OUT.some((pattern) => pattern.test(path))

describe('the image', () => {
  it.each([
    '.env',
    'orma.env',
    'docs/deploy/.env',
    'docs/deploy/orma.env',
    'docs/deploy/backup/orma/manifest',
    'backup/orma/manifest',
    'data/orma.db',
    'data/secret.key',
    'node_modules/hono/package.json',
    '.git/config',
  ])('has no %s', (path) => {
    expect(isLeftOut(path)).toBe(true)
  })

  it('has all that the server is made of', () => {
    const parts = ['contract', 'film', 'public', 'scripts', 'server', 'src', 'sw']
    const files = parts.flatMap((part) => filesBelow(`${part}/`)).concat('package-lock.json')
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter(isLeftOut)).toEqual([])
  })
})
