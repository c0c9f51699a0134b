import { describe, expect, it } from 'vitest'
import { readFile } from './support/source-files.ts'

/** Every test that the map names, as file and title. */
const NAMED = readFile('tests/spec-coverage.md')
  .split('\n')
  .flatMap((line) => {
    const [, file = '', title = ''] = /^ {2}- (\S+\.(?:test|spec)\.tsx?): (.+)$/.exec(line) ?? []
    return file ? [{ file, title }] : []
  })

describe('the map of the specification', () => {
  it('names only tests that are there', () => {
    const sources = new Map<string, string>()
    const isThere = ({ file, title }: (typeof NAMED)[number]) => {
      const source =
        sources.get(file) ?? readFile(`tests/${file}`).replaceAll('\\', '').replaceAll(' @full', '')
      sources.set(file, source)
      return [`'${title}'`, `"${title}"`, `\`${title}\``].some((text) => source.includes(text))
    }
    expect(NAMED.filter((named) => !isThere(named))).toEqual([])
  })

  it('gives every line of its sections a test', () => {
    const sections = readFile('tests/spec-coverage.md')
      .split(/^## (?=\d)/m)
      .slice(1)
    const lines = sections.join('').split('\n')
    const bare = lines.filter(
      (line, at) => line.startsWith('- ') && !lines[at + 1]?.startsWith('  - '),
    )
    expect(bare).toEqual([])
    expect(NAMED.length).toBeGreaterThan(300)
  })
})
