import { describe, expect, it, vi } from 'vitest'
import { isMetered, isSlowOrMetered, isUnmetered } from '../../../src/api/connection.ts'

describe('a line', () => {
  it.each([
    ['of which the browser says nothing', undefined, [false, false]],
    ['of which it knows no kind', {}, [false, true]],
    ['that is Wi-Fi', { type: 'wifi' }, [false, true]],
    ['that is mobile', { type: 'cellular' }, [true, false]],
    ['on which data are to be saved', { type: 'wifi', saveData: true }, [true, false]],
  ])('%s is known to cost, or not to cost', (_what, connection, expected) => {
    vi.stubGlobal('navigator', { connection })
    expect([isMetered(), isUnmetered()]).toEqual(expected)
  })
  it.each([
    ['of which the browser says nothing', undefined, false],
    ['that is Wi-Fi and good', { type: 'wifi', effectiveType: '4g' }, false],
    ['that is Wi-Fi and slow', { type: 'wifi', effectiveType: '3g' }, true],
    ['that is mobile and good', { type: 'cellular', effectiveType: '4g' }, true],
    ['on which data are to be saved', { saveData: true }, true],
  ])('%s is known to be slow or to cost, or not', (_what, connection, expected) => {
    vi.stubGlobal('navigator', { connection })
    expect(isSlowOrMetered()).toBe(expected)
  })
})
