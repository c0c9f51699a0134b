import { expect, it } from 'vitest'
import { filesBelow, readFile } from './support/source-files.ts'

/** The title of a test, also of one with rows. */
const TITLE = /^ *(?:(?:it|test)(?:\.\w+)*(?:<.*)?\(|.*\)\()\s*(['"`])((?:\\.|(?!\1)[^])*)\1\s*,/gm
const WORDS_MAX = 15

it('the title of a test has at most 15 words', () => {
  const files = ['tests', 'scripts']
    .flatMap(filesBelow)
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
  const long = files.flatMap((path) =>
    [...readFile(path).matchAll(TITLE)]
      .map(([, , title = '']) => title.replace(' @full', '').replaceAll(/\$\{[^}]*\}/g, 'x'))
      .filter((title) => title.split(/\s+/).length > WORDS_MAX)
      .map((title) => `${path}: ${title}`),
  )
  expect(long).toEqual([])
})
