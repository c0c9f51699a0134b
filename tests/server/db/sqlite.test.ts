import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql, sqlList } from '../../../server/db/sql.ts'
import { openSqlite } from '../../../server/db/sqlite.ts'
import { openScratchDatabase } from '../../support/scratch-database.ts'
import type { ScratchDatabase } from '../../support/scratch-database.ts'

const run = promisify(execFile)
let scratch: ScratchDatabase
beforeEach(async () => {
  scratch = await openScratchDatabase()
})
afterEach(() => scratch.remove())

const addUser = (phone: string) =>
  sql`insert into users (phone, created_at) values (${phone}, ${1})`
const countUsers = async () =>
  (await scratch.db.get<{ n: number }>(sql`select count(*) as n from users`))?.n

describe('sql', () => {
  it('keeps values apart from the text, also of statements within statements', () => {
    const inner = sql`a = ${1} and b = ${"o'clock"}`
    expect(sql`select ${2} where ${inner} limit ${3}`).toEqual({
      parts: ['select ', ' where a = ', ' and b = ', ' limit ', ''],
      values: [2, 1, "o'clock", 3],
    })
  })

  it('finds nothing in an empty list and each value of a full one', async () => {
    await scratch.db.run(addUser('1'))
    await scratch.db.run(addUser('2'))
    const phonesIn = (phones: string[]) =>
      scratch.db.all(sql`select phone from users where phone in (${sqlList(phones)}) order by id`)
    expect(await phonesIn([])).toEqual([])
    expect(await phonesIn(['2', '1', '7'])).toEqual([{ phone: '1' }, { phone: '2' }])
  })
})

describe('openSqlite', () => {
  it('makes every commit durable', async () => {
    const mode = await scratch.db.get<{ synchronous: number }>(sql`pragma synchronous`)
    const journal = await scratch.db.get<{ journal_mode: string }>(sql`pragma journal_mode`)
    expect([mode?.synchronous, journal?.journal_mode]).toEqual([2, 'wal'])
  })

  it('undoes a transaction that rejects, and goes on with the next', async () => {
    const failing = scratch.db.transaction(async (tx) => {
      await tx.run(addUser('1'))
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    await scratch.db.run(addUser('2'))
    expect(await countUsers()).toBe(1)
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
  it('runs each step once, also when several processes start at once', async () => {
    const file = `${scratch.file}.other`
    const script = `
      import { migrate } from '${new URL('../../../server/db/migrate.ts', import.meta.url).href}'
      import { openSqlite } from '${new URL('../../../server/db/sqlite.ts', import.meta.url).href}'
      const db = openSqlite(${JSON.stringify(file)})
      await migrate(db)
      await db.close()`
    const start = () => run(process.execPath, ['--input-type=module', '--eval', script])
    await Promise.all([start(), start(), start(), start()])

    const db = openSqlite(file)
    expect(await db.all(sql`select version from schema_version`)).toEqual([{ version: 1 }])
    await db.close()
  })

  it('makes strict tables, so that no column holds a value of another type', async () => {
    const tables = await scratch.db.all<{ name: string }>(sql`
      select name from pragma_table_list
       where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite%'`)
    expect(tables).toEqual([])
  })
})
