import { Gauge, Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DatabaseAway } from '../../../server/db/sql.ts'
import { operatorRoutes } from '../../../server/http/operator-routes.ts'
import { countTroubles } from '../../../server/log-troubles.ts'
import { collectLog } from '../../support/api.ts'
import type { TestApi } from '../../support/api.ts'

const ANSWER_MS = 5_000
const SECOND_MS = 1000
const MINUTE_MS = 60_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('stores that say nothing for a while are one line a minute, without a stack, however often the server is asked', async () => {
  const logged: TestApi['logged'] = []
  const metrics = new Registry()
  const silence = () => new Promise<never>(() => undefined)
  const gauge = new Gauge({ name: 'orma_jobs', help: 'Jobs.', registers: [metrics] })
  vi.spyOn(gauge, 'get').mockImplementation(silence)
  const routes = operatorRoutes({
    log: countTroubles(collectLog(logged)),
    checks: { database: silence, 'blob store': async () => 1 },
    room: async () => ({ freeBytes: 1e9, freeShare: 1, isLow: false, isFull: false }),
    metrics,
  })
  const ask = async (path: string) => {
    const asked = routes.request(path)
    await vi.advanceTimersByTimeAsync(ANSWER_MS)
    const answer = await asked
    return [answer.status, await answer.text()]
  }

  for (let n = 0; n < 5; n += 1) {
    expect(await ask('/readyz')).toEqual([503, 'not ready: database'])
    expect(await ask('/metrics')).toEqual([200, ''])
  }
  const line = { level: 'warn', message: 'a store does not answer' }
  const first = { times: 1, reason: 'no answer in time: database' }
  expect(logged).toEqual([{ ...line, details: first }])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  const ended = {
    level: 'info',
    message: 'a store did not answer',
    details: { times: 9, reason: 'no answer in time: orma_jobs', last: expect.any(String) },
  }
  expect(logged).toEqual([{ ...line, details: first }, ended])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(logged).toHaveLength(2)
})

it('a database that goes on being away is told of each minute, and once it is back as what was', async () => {
  const logged: TestApi['logged'] = []
  const log = countTroubles(collectLog(logged))
  const meetFor = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += SECOND_MS) {
      log.error('a job failed', { error: new DatabaseAway('refused') })
      await vi.advanceTimersByTimeAsync(SECOND_MS)
    }
  }
  await meetFor(MINUTE_MS + 5 * SECOND_MS)
  const last = new Date(Date.now() - SECOND_MS).toISOString()
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
  const reason = 'the database does not answer: refused'
  expect(logged).toEqual([
    { level: 'warn', message: 'the database is away', details: { times: 1, reason } },
    { level: 'warn', message: 'the database is away', details: { times: 59, reason } },
    { level: 'info', message: 'the database was away', details: { times: 5, reason, last } },
  ])
})

it('/readyz has the log say once that a store is ready again, and that little room begins and ends', async () => {
  const logged: TestApi['logged'] = []
  const room = { freeBytes: 1e8, freeShare: 1, isLow: false, isFull: false }
  const checks = { database: async (): Promise<unknown> => 1 }
  const routes = operatorRoutes({
    log: collectLog(logged),
    checks: { database: () => checks.database() },
    room: async () => room,
    metrics: new Registry(),
  })
  const askTwice = async () => {
    for (let n = 0; n < 2; n += 1) await routes.request('/readyz')
    return logged.splice(0)
  }

  expect(await askTwice()).toEqual([])
  checks.database = () => Promise.reject(new DatabaseAway('refused'))
  expect(await askTwice()).toMatchObject([{ message: 'not ready' }, { message: 'not ready' }])
  checks.database = async () => 1
  const again = { level: 'info', message: 'ready again', details: { check: 'database' } }
  expect(await askTwice()).toEqual([again])
  const details = { freeBytes: 1e8 }
  room.isLow = true
  const low = { level: 'warn', message: 'little room is left on the disk', details }
  expect(await askTwice()).toEqual([low])
  room.isLow = false
  const ended = { level: 'info', message: 'there is room on the disk again', details }
  expect(await askTwice()).toEqual([ended])
})
