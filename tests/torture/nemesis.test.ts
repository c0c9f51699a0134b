import { describe, expect, it } from 'vitest'
import type { Fate } from '../support/gateway.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { createNemesis } from './nemesis.ts'

const UPLOAD = { method: 'POST', path: '/api/events/abc/upload', key: undefined }
const PART = { method: 'PATCH', path: '/api/events/abc/uploads/1', key: undefined }

function fates(seed: number, count: number): Fate[] {
  const judge = createNemesis(createSeededRandom(seed))
  return Array.from({ length: count }, (_, at) => judge(at % 2 ? UPLOAD : PART))
}

describe('createNemesis', () => {
  it('does the same again for the same seed', () => {
    expect(fates(7, 200)).toEqual(fates(7, 200))
    expect(fates(7, 200)).not.toEqual(fates(8, 200))
  })

  it('has about 40 % of the uploads fail, in three ways, never five in a row', () => {
    const seen = fates(1, 5000)
    const share = (fate: Fate) =>
      seen.filter((one) => JSON.stringify(one) === JSON.stringify(fate)).length / seen.length
    expect(share({ status: 500 })).toBeCloseTo(0.15, 1)
    expect(share('reset-before')).toBeCloseTo(0.1, 1)
    expect(share('reset-after')).toBeCloseTo(0.15, 1)
    const runs = seen.map((fate) => (fate === 'pass' ? '.' : 'x')).join('')
    expect(runs).not.toContain('xxxxx')
  })

  it('leaves all other requests alone', () => {
    const judge = createNemesis(createSeededRandom(1))
    const other = { method: 'GET', path: '/api/events/abc/posts/1', key: undefined }
    expect(Array.from({ length: 100 }, () => judge(other))).toEqual(Array(100).fill('pass'))
  })
})
