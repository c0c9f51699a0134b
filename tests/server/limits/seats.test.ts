import { describe, expect, it } from 'vitest'
import { createSeats } from '../../../server/limits/seats.ts'

const REFUSED = expect.objectContaining({ status: 429 })

describe('createSeats', () => {
  it('refuses who comes when all seats of one, or all at all, are taken', () => {
    const seats = createSeats({ each: 2, inAll: 3 })
    const leave = seats.take('one')
    seats.take('one')
    expect(() => seats.take('one')).toThrow(REFUSED)
    seats.take('two')
    expect(() => seats.take('three')).toThrow(REFUSED)
    leave()
    leave()
    seats.take('three')
    expect(() => seats.take('one')).toThrow(REFUSED)
  })
})
