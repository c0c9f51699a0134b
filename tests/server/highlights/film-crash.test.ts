import { beforeEach, expect, it, vi } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { childrenOf, isRunning } from '../../support/child-processes.ts'
import { withDatabase } from '../../support/database-places.ts'
import { makeFilmDay } from '../../support/film-day.ts'
import { sharedServer } from '../../support/fixtures.ts'

const DEADLINE_MS = 120_000
/** For several of the waits. */
const TEST_MS = 400_000

const { orma } = await sharedServer()
beforeEach(async () => {
  // The first try may have failed while it was down.
  if (orma.hasEnded) await orma.restart()
})

// Specification: 7.28
it(
  'a server killed while making a video makes it after all for who asks again',
  async () => {
    await withDatabase(orma.databaseAddress, async (db) => {
      const clock = { ms: Date.now(), advance: () => undefined }
      const day = await makeFilmDay({ ...orma, db, clock, folder: orma.dataDir })
      const asked = day.render().catch((error: unknown) => error)
      await vi.waitUntil(async () => (await day.state()).percent > 0, { timeout: DEADLINE_MS })
      const [film] = await childrenOf(orma.pid)
      await orma.kill9()
      expect(await asked).toBeInstanceOf(Error)
      // Nothing of it goes on by itself.
      await vi.waitUntil(() => !isRunning(film!), { timeout: DEADLINE_MS })
      await orma.restart()
      expect((await day.state()).state).not.toBe('idle')
      const { status, body } = await day.render()
      expect(status).toBe(200)
      const video = await fetch(`${orma.url}${body.data.output}`)
      expect((await video.bytes()).length).toBeGreaterThan(50_000)
      const films = sql`select state from films where event_id = ${day.event.id}`
      expect(await db.all(films)).toEqual([{ state: 'ready' }])
      await expect
        .poll(() => db.get(sql`select id from jobs`), { timeout: DEADLINE_MS })
        .toBeUndefined()
    })
  },
  TEST_MS,
)
