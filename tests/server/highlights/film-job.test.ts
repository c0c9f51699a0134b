import { expect, it, vi } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { LONG, makeFilmDay } from '../../support/film-day.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'

const api = await sharedWholeApi()

it('a film goes on when who waited has left, which is no failure', async () => {
  const day = await makeFilmDay(api)
  const leaving = new AbortController()
  const asked = day.render(LONG, leaving.signal)
  await vi.waitUntil(async () => (await day.state()).percent > 0, { timeout: 120_000 })
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')
  await vi.waitUntil(() => api.running() === 0, { timeout: 120_000 })
  expect((await day.state()).state).toBe('rendering')
  const metrics = await (await fetch(`${api.url}/metrics`)).text()
  const left = metrics.split('\n').filter((line) => /requests_total.*render-video/.test(line))
  expect(left).toEqual([expect.stringContaining('status="2xx"')])
  await day.call(calls.cancelRender)
})
