import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { childrenOf } from '../../support/child-processes.ts'
import { openDatabase } from '../../support/database-places.ts'
import { BRIEF, makeFilmDay } from '../../support/film-day.ts'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'

const DEADLINE_MS = 120_000
/** For several of the waits. */
const TEST_MS = 400_000

let orma: OrmaServer
let db: Database
beforeEach(async () => {
  orma = await startOrma()
  db = await openDatabase(orma.databaseAddress)
})
afterEach(async () => {
  await db.close()
  await orma.close()
})

describe('a server ended by kill -9 while it makes a video', () => {
  // Specification: 7.28
  it(
    'makes it after all, and gives it to the owner who asks again',
    async () => {
      const port = Number(new URL(orma.url).port)
      const clock = { ms: Date.now(), advance: () => undefined }
      const day = await makeFilmDay({ db, clock, folder: orma.dataDir, port }, [
        [320, 400],
        [400, 320],
        [320, 400],
      ])
      const config = { ...(await day.config()), ...BRIEF }
      const asked = day.render(config).catch((error: unknown) => error)
      await vi.waitUntil(async () => (await day.state()).percent > 0, { timeout: DEADLINE_MS })
      const [film] = await childrenOf(orma.pid)
      await orma.kill9()
      expect(await asked).toBeInstanceOf(Error)
      // Nothing of it goes on by itself.
      await vi.waitUntil(() => !isAlive(film), { timeout: DEADLINE_MS })
      await orma.restart()
      expect((await day.state()).state).not.toBe('idle')
      const { status, body } = await day.render(config)
      expect(status).toBe(200)
      const video = await fetch(`${orma.url}${body.data.output}`)
      expect((await video.bytes()).length).toBeGreaterThan(50_000)
      const films = sql`select state from films where event_id = ${day.event.id}`
      expect(await db.all(films)).toEqual([{ state: 'ready' }])
      await expect
        .poll(() => db.get(sql`select id from jobs`), { timeout: DEADLINE_MS })
        .toBeUndefined()
    },
    TEST_MS,
  )
})

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) throw new Error('no film was being made')
  try {
    return process.kill(pid, 0)
  } catch {
    // How Node says that there is no such process.
    return false
  }
}
