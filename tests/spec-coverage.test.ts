import { expect, it } from 'vitest'
import { specCoverage } from '../scripts/spec-coverage.ts'
import { readFile } from './support/source-files.ts'

const { page, missing, unknown } = specCoverage()

it('each sentence of the specification is held by a test', () => {
  expect(missing).toEqual([])
})

it('no mark beside a test names a sentence that is not there', () => {
  expect(unknown).toEqual([])
})

it('the map of the specification is what the marks make', () => {
  expect(readFile('tests/spec-coverage.md')).toBe(page)
})
