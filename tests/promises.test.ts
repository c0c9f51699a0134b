import { describe, expect, it } from 'vitest'
import { filesBelow, readFile } from './support/source-files.ts'

/** Of faults of the server and of abuse: F1 to F10, X1 to X16. */
const PROMISES = [...namesOf('F', 10), ...namesOf('X', 16)]
/** `X9: …`, or `X11, F7: …`, at the beginning of a title. */
const TITLE = /['"`]((?:[FX]\d+, )*[FX]\d+): /g

/** The rows of the last table: each promise, and the files said to hold it. */
const ROWS = readFile('docs/BENCH.md')
  .split('\n## ')
  .at(-1)
  ?.split('\n')
  .filter((line) => /^\| [FX]\d/.test(line))

describe('a promise of faults or of abuse', () => {
  it('has a test whose title begins with its name', () => {
    const files = filesBelow('tests').filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    const held = new Set(files.flatMap(namesIn))
    expect(PROMISES.filter((name) => !held.has(name))).toEqual([])
  })

  it('has a row that says which tests hold it', () => {
    expect(ROWS?.map((row) => row.split(' ')[1])).toEqual(PROMISES)
  })

  it('is held by files that have its name in a title', () => {
    const wrong = ROWS?.flatMap((row) => {
      const [, name = ''] = row.split(' ')
      return filesOf(row)
        .filter((path) => !namesIn(`tests/${path}`).includes(name))
        .map((path) => `${name}: ${path}`)
    })
    expect(wrong).toEqual([])
  })
})

function namesOf(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_none, at) => `${letter}${at + 1}`)
}

/** The files of tests that a row names; one without a folder lies beside the one before it. */
function filesOf(row: string): string[] {
  const paths: string[] = []
  for (const [, path = ''] of row.matchAll(/`([^`]+\.(?:test|spec)\.ts)`/g)) {
    const folder = path.includes('/') ? '' : (paths.at(-1)?.replace(/[^/]+$/, '') ?? '')
    paths.push(folder + path)
  }
  return paths
}

function namesIn(path: string): string[] {
  const titles = readFile(path).matchAll(TITLE)
  return [...titles].flatMap(([, names = '']) => names.split(', '))
}
