import { describe, expect, it } from 'vitest'
import { createConcurrencyLimit } from '../../../server/limits/concurrency-limit.ts'

const REFUSED = expect.objectContaining({ status: 429 })

describe('createConcurrencyLimit', () => {
  it('refuses who comes when all seats of one, or all at all, are taken', () => {
    const seats = createConcurrencyLimit({ each: 2, inAll: 3 })
    const leave = seats.acquire('one')
    seats.acquire('one')
    expect(() => seats.acquire('one')).toThrow(REFUSED)
    seats.acquire('two')
    expect(() => seats.acquire('three')).toThrow(REFUSED)
    leave()
    leave()
    seats.acquire('three')
    expect(() => seats.acquire('one')).toThrow(REFUSED)
  })
})
