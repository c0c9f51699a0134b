import { sql } from '../../server/db/sql.ts'
import type { Database } from '../../server/db/sql.ts'
import { withDatabase } from './database-places.ts'

/** Has the database look through all that it keeps: tables, and each index against its table. Rejects where anything is wrong. */
export async function checkIntegrity(address: string): Promise<void> {
  const faults = await withDatabase(address, (db) =>
    db.isShared ? faultsOfPostgres(db) : faultsOfSqlite(db),
  )
  if (faults.length > 0) throw new Error(`the database is damaged: ${faults.join('; ')}`)
}

async function faultsOfSqlite(db: Database): Promise<string[]> {
  const rows = await db.all<{ integrity_check: string }>(sql`pragma integrity_check`)
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok')
}

async function faultsOfPostgres(db: Database): Promise<string[]> {
  await db.define('create extension if not exists amcheck')
  const rows = await db.all<{ relation: string; msg: string }>(sql`
    select c.relname as relation, v.msg
      from pg_class c, lateral verify_heapam(c.oid) v
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  // Throws at the first index that does not agree with its table.
  await db.all(sql`
    select bt_index_check(c.oid, true)
      from pg_class c join pg_am a on a.oid = c.relam
     where c.relkind = 'i' and a.amname = 'btree' and c.relnamespace = 'public'::regnamespace`)
  return rows.map(({ relation, msg }) => `${relation}: ${msg}`)
}
