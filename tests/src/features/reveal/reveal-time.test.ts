import { expect, it } from 'vitest'
import { dayjs } from '../../../../contract/dayjs.ts'
import { leftText, whenText } from '../../../../src/features/reveal/reveal-time.ts'

// A Thursday, on this machine's clock.
const now = dayjs('2026-06-18T18:00:00')
const at = (time: string) => dayjs(time).toISOString()

it.each([
  ['2026-06-18T20:00', 'today at 20:00'],
  ['2026-06-19T00:30', 'tomorrow at 00:30'],
  ['2026-06-20T20:00', 'on Saturday at 20:00'],
  ['2026-06-24T20:00', 'on Wednesday at 20:00'],
  ['2026-06-25T20:00', 'on Thursday, June 25 at 20:00'],
])('the moment %s is said as %s', (time, said) => {
  expect(whenText(at(time), now.valueOf())).toBe(said)
})

it.each([
  [3 * 86_400_000 + 2 * 3_600_000, '3 days 2 h left'],
  [86_400_000, '1 day 0 h left'],
  [3 * 3_600_000 + 12 * 60_000, '3 h 12 min left'],
  [3_600_000, '1 h 0 min left'],
  [3_599_000, '1 h 0 min left'],
  [59 * 60_000, '59 min left'],
  [60_000, '1 min left'],
  [59_500, '60 s left'],
  [1, '1 s left'],
  [0, 'Any moment now'],
])('%d milliseconds are counted as %s', (ms, said) => {
  expect(leftText(new Date(now.valueOf() + ms).toISOString(), now.valueOf())).toBe(said)
})
