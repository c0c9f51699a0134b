import { describe, expect, it, vi } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { StorageFull } from '../../../server/blobs/storage-full.ts'
import { sql } from '../../../server/db/sql.ts'
import { BRIEF, makeFilmDay } from '../../support/film-day.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'

/** Whether there is room for films. */
let isFull = false
const api = await sharedWholeApi({
  watchBlobs: (blobs) => ({
    ...blobs,
    async put(key, ...content) {
      if (isFull && key.startsWith('film/')) throw new StorageFull('as told')
      return blobs.put(key, ...content)
    },
  }),
})

describe('the job of a film', () => {
  it('goes on when who waited has left, which is no failure', async () => {
    const day = await makeFilmDay(
      api,
      Array.from({ length: 8 }, () => [640, 800] as const),
    )
    const leaving = new AbortController()
    const asked = day.render(undefined, leaving.signal)
    await vi.waitUntil(async () => (await day.state()).percent > 0, { timeout: 120_000 })
    leaving.abort()
    await expect(asked).rejects.toThrow('aborted')
    await vi.waitUntil(() => api.running() === 0, { timeout: 120_000 })
    expect((await day.state()).state).toBe('rendering')
    const metrics = await (await fetch(`http://127.0.0.1:${api.port}/metrics`)).text()
    const left = metrics.split('\n').filter((line) => /requests_total.*render-video/.test(line))
    expect(left).toEqual([expect.stringContaining('status="2xx"')])
    await day.call(calls.cancelRender)
  })

  it('is drawn once where there is no room, and again when asked', async () => {
    const day = await makeFilmDay(api, [[320, 400]])
    const brief = { ...(await day.config()), ...BRIEF }
    isFull = true
    expect(await day.render(brief)).toMatchObject({
      status: 500,
      body: { error: 'Internal Server Error.' },
    })
    isFull = false
    expect(await day.state()).toMatchObject({ state: 'failed' })
    expect(await api.db.all(sql`select id from jobs where queue = 'film'`)).toEqual([])
    expect((await day.render(brief)).status).toBe(200)
  })
})
