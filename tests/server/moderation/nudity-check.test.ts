import { describe, expect, it } from 'vitest'
import type { Probabilities } from '../../../server/media/nudity-model.ts'
import { PhotoProcessOutage } from '../../../server/outages.ts'
import { PhotoError } from '../../../server/media/photo-messages.ts'
import { createNudityCheck } from '../../../server/moderation/nudity-check.ts'
import { collectLog } from '../../support/api.ts'
import type { TestApi } from '../../support/api.ts'

const NEUTRAL = { Drawing: 0.1, Hentai: 0, Neutral: 0.9, Porn: 0, Sexy: 0 }

/** A check whose classifier says what it is told to. */
function checkOf(found: Partial<Probabilities> | Error, threshold = 0.7, failures: Error[] = []) {
  const logged: TestApi['logged'] = []
  const classify = async (): Promise<Probabilities> => {
    const failure = failures.shift()
    if (failure) throw failure
    if (found instanceof Error) throw found
    return { ...NEUTRAL, ...found }
  }
  const check = createNudityCheck({ photos: { classify }, threshold, log: collectLog(logged) })
  return { logged, check: () => check(new Uint8Array()) }
}

describe('createNudityCheck', () => {
  it.each([
    [{ Porn: 0.4, Hentai: 0.31 }, 0.7, 'nudity'],
    [{ Porn: 0.5, Hentai: 0.25 }, 0.75, 'nudity'],
    [{ Porn: 0.5, Hentai: 0.2 }, 0.75, undefined],
    [{ Hentai: 0.9 }, 0.7, 'nudity'],
    [{ Sexy: 0.99 }, 0.7, undefined],
    [{ Porn: 0.95 }, 1, undefined],
    [{}, 0.7, undefined],
  ])('takes %j at a threshold of %d for %s', async (found, threshold, reason) => {
    const checked = await checkOf(found, threshold).check()
    expect(checked.reason).toBe(reason)
    expect(JSON.parse(checked.probabilities ?? '')).toEqual({ ...NEUTRAL, ...found })
  })

  it.each(['crash', 'timeout', 'undecodable'] as const)(
    'says unchecked where it fails by %s, and tells the operator',
    async (reason) => {
      const { check, logged } = checkOf(new PhotoError(reason))
      expect(await check()).toEqual({ reason: 'unchecked' })
      expect(logged.map(({ level }) => level)).toEqual(['error'])
    },
  )

  it.each(['crash', 'timeout'] as const)(
    'looks again where a %s kept it from seeing a photo',
    async (reason) => {
      const { check, logged } = checkOf({ Porn: 0.1 }, 0.7, [new PhotoError(reason)])
      expect((await check()).reason).toBeUndefined()
      expect(logged).toEqual([])
    },
  )

  it('says unchecked where what it is told are no numbers', async () => {
    expect(await checkOf({ Porn: Number.NaN }).check()).toEqual({ reason: 'unchecked' })
  })

  it('says nothing of a photo where the server is stopping', async () => {
    await expect(checkOf(new PhotoError('closed')).check()).rejects.toThrow('closed')
  })

  it('says nothing of a photo while no process can look at it', async () => {
    const { check } = checkOf(new PhotoProcessOutage('no memory'))
    await expect(check()).rejects.toThrow('no memory')
  })
})
