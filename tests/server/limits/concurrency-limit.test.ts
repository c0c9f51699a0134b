import { describe, expect, it } from 'vitest'
import { createConcurrencyLimit } from '../../../server/limits/limit.ts'

const REFUSED = expect.objectContaining({ status: 429 })

describe('createConcurrencyLimit', () => {
  it('refuses who comes when one, or all together, have as many as may be', () => {
    const limit = createConcurrencyLimit({ each: 2, inAll: 3 })
    const release = limit.acquire('one')
    limit.acquire('one')
    expect(() => limit.acquire('one')).toThrow(REFUSED)
    limit.acquire('two')
    expect(() => limit.acquire('three')).toThrow(REFUSED)
    release()
    release()
    limit.acquire('three')
    expect(() => limit.acquire('one')).toThrow(REFUSED)
  })
})
