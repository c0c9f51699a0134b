import { expect, it } from 'vitest'
import { settingsPage } from '../scripts/settings-page.ts'
import { readFile, sourcesBelow } from './support/source-files.ts'

/** `import.meta.env.NAME` and `import.meta.env['NAME'`. */
const BUILT = /\bimport\.meta\.env(?:\.|\[')(VITE_[A-Z_]+)\b/g

it('the page of settings has the table that their schema makes', () => {
  expect(readFile('docs/deploy/settings.md')).toBe(settingsPage())
})

it('the container image takes each setting of the app’s build, and no other', () => {
  const built = sourcesBelow('src').flatMap((path) => firstGroups(readFile(path), BUILT))
  const taken = firstGroups(readFile('docs/deploy/Containerfile'), /^ARG (\w+)$/gm)
  expect(taken).toEqual([...new Set(built)].toSorted())
})

function firstGroups(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group)
}
