import { describe, expect, it } from 'vitest'
import { planEvening } from '../../scripts/bench/evening/evening-plan.ts'
import { judgeNews } from '../../scripts/bench/evening/news.ts'

const HOUR_MS = 60 * 60_000
const SIZE = { guests: 500, hours: 5, photos: 4, seed: 1 }

describe('planEvening', () => {
  it('plans the same evening for the same seed, and another for another', () => {
    expect(planEvening(SIZE)).toEqual(planEvening(SIZE))
    expect(planEvening({ ...SIZE, seed: 2 })).not.toEqual(planEvening(SIZE))
  })

  it('has most guests arrive within two hours, and bursts of photos after the ceremony and at the dances', () => {
    const guests = planEvening(SIZE)
    const arrivals = guests.map(({ visits }) => visits[0]!.from)
    expect(arrivals.filter((at) => at < 2 * HOUR_MS).length).toBeGreaterThan(0.8 * SIZE.guests)
    const acts = guests.flatMap(({ visits }) => visits.flatMap((visit) => visit.acts))
    const around = (share: number) => {
      const middle = share * 5 * HOUR_MS
      return acts.filter(({ at }) => Math.abs(at - middle) < 0.25 * HOUR_MS).length
    }
    expect(around(0.65)).toBeGreaterThan(2 * around(0.85))
    const photos = acts.filter(({ kind }) => kind === 'photo')
    expect(photos.length / SIZE.guests).toBeCloseTo(0.8 * SIZE.photos, 0)
  })

  it('has each guest in one place at a time, and only who signed in like, comment and upload', () => {
    for (const { signsIn, visits } of planEvening(SIZE)) {
      const moments = visits.flatMap(({ from, until, acts }) => [
        from,
        ...acts.map(({ at }) => at),
        until,
      ])
      expect(moments).toEqual(moments.toSorted((a, b) => a - b))
      const named = visits.flatMap(({ acts }) => acts).filter(({ kind }) => isNamed(kind))
      if (!signsIn) expect(named).toEqual([])
    }
  })
})

function isNamed(kind: string): boolean {
  return !['scroll', 'look'].includes(kind)
}

describe('judgeNews', () => {
  const listening = { openedAt: 100, closedAt: 60_000, resetAt: -1, cuts: 0 }
  const news = { key: 'like 1 1', from: 1_000, at: 1_020 }

  it('measures what was heard from when it was answered for, and calls late what took 5 s', () => {
    const [soon, late] = [1_030, 9_000].map((at) => new Map([[news.key, at]])) as [
      Map<string, number>,
      Map<string, number>,
    ]
    const report = judgeNews(
      [news],
      [
        { ...listening, heard: soon },
        { ...listening, heard: late },
      ],
    )
    expect(report).toMatchObject({ late: 1, lost: 0, delays: { count: 2, max: 7_980 } })
  })

  it('calls lost what did not reach someone who listened all the while, unless they were told to ask anew', () => {
    const heard = new Map<string, number>()
    const lostTo = (one: Partial<typeof listening>) =>
      judgeNews([news], [{ ...listening, ...one, heard }]).lost
    expect(lostTo({})).toBe(1)
    expect(lostTo({ openedAt: 1_010 })).toBe(0)
    expect(lostTo({ closedAt: 3_000 })).toBe(0)
    expect(lostTo({ resetAt: 2_000 })).toBe(0)
  })

  it('calls nothing lost to someone who left before anybody could have heard of it', () => {
    const left = { ...listening, closedAt: 8_000, heard: new Map<string, number>() }
    const stayed = { ...listening, heard: new Map([[news.key, 9_000]]) }
    expect(judgeNews([news], [left, stayed])).toMatchObject({ late: 1, lost: 0 })
  })
})
