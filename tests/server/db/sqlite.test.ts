import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { openScratchDatabase } from '../../support/scratch-database.ts'
import type { ScratchDatabase } from '../../support/scratch-database.ts'

let scratch: ScratchDatabase
beforeEach(async () => {
  scratch = await openScratchDatabase()
})
afterEach(() => scratch.remove())

const addUser = (phone: string) =>
  sql`insert into users (phone, created_at) values (${phone}, ${1})`

describe('openSqlite', () => {
  it('makes every commit durable', async () => {
    const mode = await scratch.db.get<{ synchronous: number }>(sql`pragma synchronous`)
    const journal = await scratch.db.get<{ journal_mode: string }>(sql`pragma journal_mode`)
    expect([mode?.synchronous, journal?.journal_mode]).toEqual([2, 'wal'])
  })

  it('lets nothing come between the statements of a transaction', async () => {
    const order: string[] = []
    await Promise.all([
      scratch.db.transaction(async (tx) => {
        await tx.run(addUser('1'))
        await new Promise((resolve) => setImmediate(resolve))
        order.push('first ends')
      }),
      scratch.db.run(addUser('2')).then(() => order.push('second')),
    ])
    expect(order).toEqual(['first ends', 'second'])
  })
})

describe('migrate', () => {
  it('makes strict tables, so that no column holds a value of another type', async () => {
    const tables = await scratch.db.all<{ name: string }>(sql`
      select name from pragma_table_list
       where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite%'`)
    expect(tables).toEqual([])
  })
})
