import { afterEach, describe, expect, it, vi } from 'vitest'
import { isMetered, isUnmetered } from '../../../src/device/connection.ts'

afterEach(() => void vi.unstubAllGlobals())

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
})
