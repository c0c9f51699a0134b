import { expect, it, onTestFinished } from 'vitest'
import { migrate, migrateWithin } from '../../../server/db/migrate.ts'
import { sql } from '../../../server/db/sql.ts'
import { listTables } from '../../../server/db/tables.ts'
import { makeBareDatabase, needServer, openDatabase } from '../../support/database-places.ts'

needServer()

it('a database of 1.0.0 keeps its rows, without what nobody reads', async () => {
  const { address, remove } = await makeBareDatabase()
  const db = await openDatabase(address)
  onTestFinished(async () => {
    await db.close()
    await remove()
  })
  await db.transaction((tx) => migrateWithin(tx, new Set([1])))
  await db.run(sql`insert into users (phone, created_at) values ('15550001', 1)`)
  await db.run(sql`
    insert into events (event_hash, user_id, name, event_date, storage_bytes, created_at)
    values ('a', 1, 'Summer', '2026-06-20', 300, 1)`)
  await db.run(sql`insert into event_files (key, event_id, bytes) values ('film', 1, 100)`)
  await db.run(sql`
    insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date, timezone, description, created_at, color)
    values (1, 1, 'COMPLETED', 'b', 200, 'image/jpeg', 'c', '', '', '', 1, '#aabbcc')`)
  for (const state of ['open', 'refused'])
    await db.run(sql`
      insert into uploads (id, event_id, user_id, idempotency_key, length, received, metadata, state, expires_at)
      values (${state}, 1, 1, ${state}, 2, 1, '', ${state}, 9)`)

  await migrate(db)
  expect(await db.all(sql`select storage_bytes from events`)).toEqual([{ storage_bytes: 200 }])
  expect(await db.all(sql`select media_name, kind from posts`)).toEqual([
    { media_name: 'c', kind: 'photo' },
  ])
  expect(await db.all(sql`select id from uploads`)).toEqual([{ id: 'open' }])
  const tables = await listTables(db, db)
  expect(tables.filter(({ name }) => ['abilities', 'event_files'].includes(name))).toEqual([])
  const columns = tables.flatMap(({ columns: own }) => own)
  expect(columns.filter((column) => ['color', 'refusal'].includes(column))).toEqual([])
})
