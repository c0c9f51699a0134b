import { quantile } from '../http-load.ts'
import type { Installation } from './installation.ts'

/** One row of the table. */
export interface Row {
  posts: number
  database: string
  /** Of the server; 0: none, the floor. */
  processes: number
  what: string
  /** Undefined: they were made one by one. */
  perSecond?: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Milliseconds of a core for each; undefined: there is none, or it was not looked at. */
  serverCpu?: number
  databaseCpu?: number
}

export type Measured = Omit<Row, 'posts' | 'database' | 'processes'>

interface Work {
  what: string
  count: number
  /** So many at once. */
  lanes: number
  /** Does one, by its number; resolves when it is done, with its milliseconds where only a part of it counts. */
  one: (number: number, lane: number) => Promise<unknown>
  /** Resolves when all that they leave behind is done as well. */
  after?: () => Promise<unknown>
}

/** Does all of it, and says how long each took and what it cost. */
export async function measure(
  installation: Pick<Installation, 'cpu'> | undefined,
  { what, count, lanes, one, after }: Work,
): Promise<Measured> {
  const times: number[] = []
  let next = 0
  let isPaced = false
  const before = await installation?.cpu()
  const start = performance.now()
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (next < count) {
        const number = next
        next += 1
        const begun = performance.now()
        const ms = await one(number, lane)
        isPaced = typeof ms === 'number'
        times.push(typeof ms === 'number' ? ms : performance.now() - begun)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  await after?.()
  const used = await installation?.cpu()
  return {
    what,
    ...(isPaced ? {} : { perSecond: count / seconds }),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    ...(before && used
      ? {
          serverCpu: (used.servers - before.servers) / count,
          databaseCpu: (used.database - before.database) / count,
        }
      : {}),
  }
}
