import { describe, expect, it } from 'vitest'
import { filesBelow, readFile } from './support/source-files.ts'

const FOLDER = 'docs/decisions/'
const NOTE_LINES_MAX = 12
const INDEX_LINES_MAX = 40
const LINE_LENGTH_MAX = 130
const HEADING = /^## \S.+ \(\d{4}-\d\d-\d\d\)$/

const files = filesBelow(FOLDER).map((path) => path.slice(FOLDER.length))
/** Those that hold notes: not the index, nor the list of packages. */
const rooms = files.filter((name) => name !== 'README.md' && name !== 'packages.md')

describe('a note of the decisions', () => {
  const notes = rooms.flatMap((name) =>
    notesOf(name).map((lines) => ({ lines, place: `${name}: ${lines[0]}` })),
  )

  it('has a heading that ends with its date', () => {
    const undated = notes.filter(({ lines: [heading = ''] }) => !HEADING.test(heading))
    expect(undated.map(({ place }) => place)).toEqual([])
  })

  it(`says something, in at most ${NOTE_LINES_MAX} lines with its heading`, () => {
    const odd = notes.filter(({ lines }) => lines.length < 3 || lines.length > NOTE_LINES_MAX)
    expect(odd.map(({ place }) => place)).toEqual([])
  })

  it(`has lines of at most ${LINE_LENGTH_MAX} characters`, () => {
    const wide = notes.filter(({ lines }) => lines.some((line) => line.length > LINE_LENGTH_MAX))
    expect(wide.map(({ place }) => place)).toEqual([])
  })
})

describe('the index of the decisions', () => {
  const index = readFile(`${FOLDER}README.md`)

  it('names each file of notes once, and no other', () => {
    const named = [...index.matchAll(/^- \[.+?\]\((.+?)\)/gm)].flatMap(([, name]) => name ?? [])
    expect(named.toSorted()).toEqual([...rooms, 'packages.md'].toSorted())
  })

  it('is one screen', () => {
    expect(index.split('\n').length - 1).toBeLessThanOrEqual(INDEX_LINES_MAX)
  })
})

/** The notes of a file, each as its lines without the empty ones at its end. */
function notesOf(name: string): string[][] {
  const [, ...notes] = readFile(FOLDER + name).split(/^(?=## )/m)
  return notes.map((note) => note.trimEnd().split('\n'))
}
