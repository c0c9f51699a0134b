import { Gauge, Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { operatorRoutes } from '../../../server/http/operator-routes.ts'
import { countOutages } from '../../../server/log.ts'
import { collectLog } from '../../support/api.ts'
import type { TestApi } from '../../support/api.ts'

const ANSWER_MS = 5_000
const MINUTE_MS = 60_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('stores that say nothing are one line a minute, without a stack', async () => {
  const logged: TestApi['logged'] = []
  const metrics = new Registry()
  const silence = () => new Promise<never>(() => undefined)
  const gauge = new Gauge({ name: 'orma_jobs', help: 'Jobs.', registers: [metrics] })
  vi.spyOn(gauge, 'get').mockImplementation(silence)
  const routes = operatorRoutes({
    log: countOutages(collectLog(logged)),
    checks: { database: silence, 'blob store': async () => 1 },
    readSpace: async () => ({ freeBytes: 1e9, freeShare: 1, isLow: false, isFull: false }),
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
