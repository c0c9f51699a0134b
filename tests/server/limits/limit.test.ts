import { describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import {
  addHit,
  DAY_MS,
  MINUTE_MS,
  pruneHits,
  refundHits,
  spend,
} from '../../../server/limits/limit.ts'
import type { WaitText } from '../../../server/limits/limit.ts'
import { freshPeople } from '../../support/fixtures.ts'

const LIMIT = { scope: 'test:1', max: 3, windowMs: MINUTE_MS }
const START = 1_800_000_000_000

const { api } = freshPeople()

function spendAt(now: number, limit = LIMIT, db: Database = api.db, words?: WaitText) {
  return db.transaction((tx) => spend(tx, limit, now, words))
}

describe('spend', () => {
  it('refuses one too many within the window, counts no refusal, says until when', async () => {
    for (const at of [0, 10_000, 20_000]) await spendAt(START + at)
    await expect(spendAt(START + 30_000)).rejects.toMatchObject({
      status: 429,
      code: 'too_many_requests',
      retryAfterSeconds: 30,
    })
    await expect(spendAt(START + MINUTE_MS - 1)).rejects.toMatchObject({ retryAfterSeconds: 1 })
    await spendAt(START + MINUTE_MS)
    await expect(spendAt(START + MINUTE_MS)).rejects.toMatchObject({ retryAfterSeconds: 10 })
  })

  it('F10: does not count what was noted before the clock was put back', async () => {
    for (let hit = 0; hit < LIMIT.max; hit += 1) await spendAt(START + DAY_MS)
    await expect(spendAt(START)).resolves.toBeUndefined()
  })

  it('counts each scope by itself', async () => {
    for (let hit = 0; hit < 3; hit += 1) await spendAt(START)
    await expect(spendAt(START)).rejects.toMatchObject({ status: 429 })
    await expect(spendAt(START, { ...LIMIT, scope: 'test:2' })).resolves.toBeUndefined()
  })

  it('lets no more through when all come at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => spendAt(START)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })
})

describe('pruneHits', () => {
  it('forgets hits older than any limit looks back', async () => {
    await addHit(api.db, 'old', START)
    await addHit(api.db, 'recent', START + 1)
    await pruneHits(api.db, START + DAY_MS)
    expect(await scopes()).toEqual(['recent'])
  })
})

describe('refundHits', () => {
  it('takes back the newest hits of that scope alone', async () => {
    for (const at of [1, 2, 3]) await addHit(api.db, 'a', START + at)
    await addHit(api.db, 'b', START + 4)
    await refundHits(api.db, 'a', 2)
    expect(await api.db.all(sql`select scope, at from limit_hits order by id`)).toEqual([
      { scope: 'a', at: START + 1 },
      { scope: 'b', at: START + 4 },
    ])
    await refundHits(api.db, 'a', 5)
    expect(await scopes()).toEqual(['b'])
  })
})

async function scopes(): Promise<string[]> {
  const rows = await api.db.all<{ scope: string }>(sql`select scope from limit_hits order by id`)
  return rows.map(({ scope }) => scope)
}
