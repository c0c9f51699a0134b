import { expect, it } from 'vitest'
import { readFile, sourcesBelow } from './support/source-files.ts'

/** `env.NAME` and `read(env, 'NAME'`. */
const READ = /\benv(?:\.|,\s+')([A-Z][A-Z\d_]+)\b/g
const ROW = /^\| `[A-Z].*\|$/gm

it('each setting that the server reads stands in the table of the README, and no other', () => {
  const read = sourcesBelow('server').flatMap((path) => namesIn(readFile(path), READ))
  const rows = readFile('README.md').match(ROW) ?? []
  const told = namesIn(rows.join('\n'), /`([A-Z][A-Z\d_]+)(?:=\w+)?`/g)
  expect([...new Set(told)].toSorted()).toEqual([...new Set(read)].toSorted())
})

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}
