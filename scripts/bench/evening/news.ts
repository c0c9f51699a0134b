import { spreadOf } from './call-book.ts'
import type { Spread } from './call-book.ts'
import type { Listening } from './listener.ts'

/** What comes later is late. What has not come so long after others heard of it is lost to who listened all the while. */
const LATE_MS = 5_000

/** Something that everyone who listened has to have heard. Milliseconds since the beginning. */
export interface News {
  key: string
  /** Before it could happen: who listened by then hears of it. */
  from: number
  /** When it was so. */
  at: number
}

export interface NewsReport {
  listeners: number
  /** Times that a stream ended by itself. */
  cuts: number
  /** From what happened to what was heard, milliseconds. */
  delays: Spread
  late: number
  lost: number
}

/** How the news came to those who listened from before each until some time after it. */
export function judgeNews(news: readonly News[], listenings: readonly Listening[]): NewsReport {
  const delays: number[] = []
  const heardFirst = new Map<string, number>()
  for (const [key, ms] of listenings.flatMap(({ heard }) => [...heard])) {
    heardFirst.set(key, Math.min(ms, heardFirst.get(key) ?? ms))
  }
  let lost = 0
  for (const { openedAt, closedAt, heard, resetAt } of listenings) {
    for (const { key, from, at } of news) {
      if (openedAt > from || at > closedAt) continue
      const heardAt = heard.get(key)
      const isThereAt = Math.max(at, heardFirst.get(key) ?? at)
      if (heardAt !== undefined) delays.push(Math.max(0, heardAt - at))
      // Who was told to ask for everything again has it from there.
      else if (isThereAt + LATE_MS <= closedAt && resetAt < at) lost += 1
    }
  }
  return {
    listeners: listenings.length,
    cuts: listenings.reduce((sum, { cuts }) => sum + cuts, 0),
    delays: spreadOf(delays),
    late: delays.filter((ms) => ms > LATE_MS).length,
    lost,
  }
}
