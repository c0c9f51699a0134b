import { expect, it } from 'vitest'
import { readFile, sourcesBelow } from './support/source-files.ts'

/** `env.NAME` and `read(env, 'NAME'`. */
const READ = /\benv(?:\.|,\s+')([A-Z][A-Z\d_]+)\b/g
/** `import.meta.env.NAME` and `import.meta.env['NAME'`. */
const BUILT = /\bimport\.meta\.env(?:\.|\[')(VITE_[A-Z_]+)\b/g
const FIRST_CELL = /^\| (`[A-Z][^|]*)\|/gm

it('each setting that the server reads stands in the table of settings, and no other', () => {
  const read = sourcesBelow('server').flatMap((path) => firstGroups(readFile(path), READ))
  const cells = firstGroups(readFile('docs/deploy/settings.md'), FIRST_CELL).join()
  const told = firstGroups(cells, /`([A-Z\d_]+)`/g)
  expect([...new Set(told)].toSorted()).toEqual([...new Set(read)].toSorted())
})

it('each setting that the app is built with can be given to its container image, and no other', () => {
  const built = sourcesBelow('src').flatMap((path) => firstGroups(readFile(path), BUILT))
  const taken = firstGroups(readFile('docs/deploy/Containerfile'), /^ARG (\w+)$/gm)
  expect(taken).toEqual([...new Set(built)].toSorted())
})

function firstGroups(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group)
}
