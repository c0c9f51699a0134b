import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { needServer } from '../support/database-places.ts'
import { startUntilEnd } from '../support/failed-start.ts'
import { openScratchDatabase } from '../support/scratch-database.ts'

needServer()
const MIGRATIONS = join(import.meta.dirname, '../../server/db/migrations')

it('a database of a newer release stops the start and names both versions', async () => {
  const { db, address, remove } = await openScratchDatabase()
  await db.run(sql`insert into schema_version (version) values (9999)`)
  const folder = await mkdtemp(join(tmpdir(), 'orma-newer-'))
  onTestFinished(async () => {
    // The database may be the next test's.
    await db.run(sql`delete from schema_version where version = 9999`)
    await remove()
    await rm(folder, { recursive: true, force: true })
  })
  const place: Record<string, string> = address.startsWith('postgres:')
    ? { DATABASE_URL: address, DATA_DIR: folder }
    : { DATA_DIR: dirname(address) }
  const known = Math.max(...readdirSync(MIGRATIONS).map((file) => Number.parseInt(file, 10)))

  expect(await startUntilEnd(place)).toEqual({
    code: 1,
    out: '',
    error: `Orma cannot start. The database is that of a newer release: its schema has version 9999, this release knows ${known}. Start the newer release again.\n`,
  })
})
