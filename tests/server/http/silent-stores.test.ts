import { Gauge, Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { operatorRoutes } from '../../../server/http/operator-routes.ts'
import { collectLog } from '../../support/api.ts'
import type { TestApi } from '../../support/api.ts'

const ANSWER_MS = 5_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('stores that say nothing keep nobody waiting for long', async () => {
  const logged: TestApi['logged'] = []
  const metrics = new Registry()
  const silence = () => new Promise<never>(() => undefined)
  const gauge = new Gauge({ name: 'orma_jobs', help: 'Jobs.', registers: [metrics] })
  vi.spyOn(gauge, 'get').mockImplementation(silence)
  const routes = operatorRoutes({
    log: collectLog(logged),
    checks: { database: silence, 'blob store': async () => 1 },
    readSpace: async () => ({
      freeBytes: 1e9,
      totalBytes: 1e9,
      freeShare: 1,
      isLow: false,
      isFull: false,
    }),
    metrics,
  })
  const ask = async (path: string) => {
    const asked = routes.request(path)
    await vi.advanceTimersByTimeAsync(ANSWER_MS)
    const answer = await asked
    return [answer.status, await answer.text()]
  }

  expect(await ask('/readyz')).toEqual([503, 'not ready: database'])
  expect(await ask('/metrics')).toEqual([200, ''])
  expect(logged).toMatchObject([
    { message: 'not ready', details: { check: 'database' } },
    { message: 'a metric cannot be read', details: { metric: 'orma_jobs' } },
  ])
})
