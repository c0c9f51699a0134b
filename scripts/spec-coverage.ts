/**
 * Writes which tests hold each sentence of the specification. The sentences stand in `tests/specification.md`; a test names
 * those it holds in a line above it: `// Specification: 2.4, 7.12`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'

const ROOT = new URL('..', import.meta.url)
const PAGE = new URL('tests/spec-coverage.md', ROOT)
const SENTENCE = /^- (\d+\.\d+) /gm
const MARK = /^ *\/\/ Specification: ([\d., ]+)\n([^]*?)(?=^ *\/\/ Specification: |(?![^]))/gm
/** The first call of a test below the mark, with or without rows, or a row of a table of tests. */
const TITLE = /^ *(?:(?:it|test)(?:\.\w+)*\(|.*\)\(|when:)\s*(['"`])((?:\\.|(?!\1)[^])*)\1/m

interface Mark {
  sentence: string
  /** File below `tests/`, and title. */
  test: string
}

export function specCoverage(): { page: string; unknown: string[]; missing: string[] } {
  const sentences = readFileSync(new URL('tests/specification.md', ROOT), 'utf8')
  const known = [...sentences.matchAll(SENTENCE)].map(([, id = '']) => id)
  const held = Map.groupBy(readMarks(), ({ sentence }) => sentence)
  const testsOf = (id: string) => (held.get(id) ?? []).map(({ test }) => `\n  - ${test}`).join('')
  return {
    page: sentences.replace(/^- (\d+\.\d+) (.*)$/gm, (line, id: string) => line + testsOf(id)),
    unknown: [...held.keys()].filter((id) => !known.includes(id)),
    missing: known.filter((id) => !held.has(id)),
  }
}

function readMarks(): Mark[] {
  const files = globSync('tests/**/*.{test,spec}.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  })
  return files.toSorted().flatMap((file) => {
    const marks = readFileSync(new URL(file, ROOT), 'utf8').matchAll(MARK)
    return [...marks].flatMap(([, ids = '', below = '']) => {
      const title = TITLE.exec(below)?.[2]
      if (title === undefined) throw new Error(`${file}: no test below the mark of ${ids}.`)
      const test = `${file.slice('tests/'.length)}: ${title.replaceAll('\\', '')}`
      return ids.split(', ').map((sentence) => ({ sentence, test }))
    })
  })
}

if (import.meta.main) writeFileSync(PAGE, specCoverage().page)
