import { describe, expect, it } from 'vitest'
import { checkPlayRules } from '../../../../src/features/highlights/play-rules.ts'
import type { PlayRules } from '../../../../src/features/highlights/play-rules.ts'

const FRAMES = 100

describe('how a film may be played', () => {
  it.each<PlayRules>([
    {},
    { inFrame: 0, outFrame: 1 },
    { inFrame: 98, initialFrame: 99 },
    { outFrame: 98 },
    { playbackRate: -4, volume: 0 },
    { playbackRate: 4, volume: 1 },
    { playbackRate: 0.5, volume: 0.3, inFrame: undefined },
  ])('is %o', (rules) => {
    expect(() => checkPlayRules(rules, FRAMES)).not.toThrow()
  })

  // Specification: 5.23
  it.each<[PlayRules, string]>([
    [{ inFrame: -1 }, 'inFrame is 0 or more, and not -1'],
    [{ inFrame: 99 }, 'inFrame is less than 99, and not 99'],
    [{ outFrame: 0 }, 'outFrame is more than 0, and not 0'],
    [{ outFrame: 99 }, 'outFrame is less than 99, and not 99'],
    [{ inFrame: 5, outFrame: 5 }, 'outFrame is more than inFrame, and not 5'],
    [{ initialFrame: 1.5 }, 'initialFrame is whole, and not 1.5'],
    [{ initialFrame: 100 }, 'initialFrame is at most 99, and not 100'],
    [{ playbackRate: 0 }, 'playbackRate is from -4 to 4 and not 0, and not 0'],
    [{ playbackRate: 4.1 }, 'playbackRate is from -4 to 4 and not 0, and not 4.1'],
    [{ playbackRate: -5 }, 'playbackRate is from -4 to 4 and not 0, and not -5'],
    [{ volume: -0.1 }, 'volume is from 0 to 1, and not -0.1'],
    [{ volume: 1.1 }, 'volume is from 0 to 1, and not 1.1'],
    [{ volume: NaN }, 'volume is a number, and not NaN'],
    [{ initialFrame: Infinity }, 'initialFrame is a number, and not Infinity'],
  ])('is not %o', (rules, reason) => {
    expect(() => checkPlayRules(rules, FRAMES)).toThrow(new RangeError(reason))
  })
})
