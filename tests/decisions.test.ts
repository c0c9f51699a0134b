import { describe, expect, it } from 'vitest'
import { filesBelow, readFile } from './support/source-files.ts'

const FOLDER = 'docs/decisions/'
const RULE_LINES_MAX = 9
const INDEX_LINES_MAX = 40
const LINES_MAX = 1_300
const LINE_LENGTH_MAX = 130
/** A rule is of today; the history has its dates. */
const DATE = /\d{4}-\d\d-\d\d/

const files = filesBelow(FOLDER).map((path) => path.slice(FOLDER.length))
/** Those that hold rules: not the index, nor the list of packages. */
const rooms = files.filter((name) => name !== 'README.md' && name !== 'packages.md')

describe('a rule of the decisions', () => {
  const rules = rooms.flatMap((name) =>
    rulesOf(name).map((lines) => ({ lines, place: `${name}: ${lines[0]}` })),
  )

  const placesWhere = (isOdd: (lines: string[]) => boolean) =>
    rules.filter(({ lines }) => isOdd(lines)).map(({ place }) => place)

  it('has no date', () => {
    expect(placesWhere((lines) => lines.some((line) => DATE.test(line)))).toEqual([])
  })

  it(`says something, in at most ${RULE_LINES_MAX} lines with its heading`, () => {
    expect(placesWhere(({ length }) => length < 3 || length > RULE_LINES_MAX)).toEqual([])
  })

  it(`has lines of at most ${LINE_LENGTH_MAX} characters`, () => {
    const isWide = ({ length }: string) => length > LINE_LENGTH_MAX
    expect(placesWhere((lines) => lines.some(isWide))).toEqual([])
  })
})

it('the decisions are an hour to read', () => {
  const lines = files.flatMap((name) =>
    readFile(FOLDER + name)
      .trimEnd()
      .split('\n'),
  )
  expect(lines.length).toBeLessThanOrEqual(LINES_MAX)
})

describe('the index of the decisions', () => {
  const index = readFile(`${FOLDER}README.md`)

  it('names each file of rules once, and no other', () => {
    const named = [...index.matchAll(/^- \[.+?\]\((.+?)\)/gm)].flatMap(([, name]) => name ?? [])
    expect(named.toSorted()).toEqual([...rooms, 'packages.md'].toSorted())
  })

  it('is one screen', () => {
    expect(index.split('\n').length - 1).toBeLessThanOrEqual(INDEX_LINES_MAX)
  })
})

/** The rules of a file, each as its lines without the empty ones at its end. */
function rulesOf(name: string): string[][] {
  const [, ...rules] = readFile(FOLDER + name).split(/^(?=## )/m)
  return rules.map((rule) => rule.trimEnd().split('\n'))
}
