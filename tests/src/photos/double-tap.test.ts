import { describe, expect, it } from 'vitest'
import { createDoubleTap } from '../../../src/photos/double-tap.ts'

describe('createDoubleTap', () => {
  it('takes two quick taps at one place for a double tap', () => {
    const isDouble = createDoubleTap()
    expect(isDouble({ x: 10, y: 10, at: 1000 })).toBe(false)
    expect(isDouble({ x: 14, y: 8, at: 1250 })).toBe(true)
  })

  it('begins anew after a double tap, so that three taps are not two', () => {
    const isDouble = createDoubleTap()
    const answers = [1000, 1100, 1200, 1300].map((at) => isDouble({ x: 0, y: 0, at }))
    expect(answers).toEqual([false, true, false, true])
  })

  it('takes slow taps and taps at two places for single ones', () => {
    const isDouble = createDoubleTap()
    expect(isDouble({ x: 0, y: 0, at: 0 })).toBe(false)
    expect(isDouble({ x: 0, y: 0, at: 301 })).toBe(false)
    expect(isDouble({ x: 60, y: 0, at: 400 })).toBe(false)
  })
})
