import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { openDatabase } from '../../support/database-places.ts'
import { openScratchDatabase } from '../../support/scratch-database.ts'
import type { ScratchDatabase } from '../../support/scratch-database.ts'

let scratch: ScratchDatabase
beforeEach(async () => {
  scratch = await openScratchDatabase()
})
afterEach(() => scratch.remove())

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const addUser = (phone: string) =>
  sql`insert into users (phone, created_at) values (${phone}, ${1})`

describe('openSqlite', () => {
  it('makes every commit durable', async () => {
    const mode = await scratch.db.get<{ synchronous: number }>(sql`pragma synchronous`)
    const journal = await scratch.db.get<{ journal_mode: string }>(sql`pragma journal_mode`)
    expect([mode?.synchronous, journal?.journal_mode]).toEqual([2, 'wal'])
  })

  it('reads in a snapshot what was there at its beginning, while others go on writing', async () => {
    const other = await openDatabase(scratch.address)
    const count = sql`select count(*) as users from users`
    const seen = await scratch.db.transaction(
      async (tx) => {
        const before = await tx.get(count)
        await other.run(addUser('1'))
        return [before, await tx.get(count), await other.get(count)]
      },
      { isSnapshot: true },
    )
    await other.close()
    expect(seen).toEqual([{ users: 0 }, { users: 0 }, { users: 1 }])
  })

  it('has done what it says it has written, also between reads of one turn', async () => {
    const { db } = scratch
    const other = new DatabaseSync(scratch.address)
    const seenByOther = () => other.prepare('select phone from users order by id').all()
    try {
      await db.get(sql`select 1 as one`)
      await db.run(addUser('1'))
      expect(seenByOther()).toHaveLength(1)
      await db.get(sql`select 1 as one`)
      await db.get(sql`insert into users (phone, created_at) values ('2', 1) returning id`)
      expect(seenByOther()).toHaveLength(2)
      await db.get(sql`select 1 as one`)
      await db.transaction((tx) => tx.run(addUser('3')))
      expect(seenByOther()).toHaveLength(3)
    } finally {
      other.close()
    }
  })

  it('undoes a transaction that rejects in a later turn than something was read in', async () => {
    const { db } = scratch
    await db.get(sql`select 1 as one`)
    const failing = db.transaction(async (tx) => {
      await tx.run(addUser('1'))
      await nextTurn()
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await db.all(sql`select id from users`)).toEqual([])
  })

  it('finds a row changed since it was read in the same turn', async () => {
    const { db } = scratch
    await db.run(addUser('1'))
    const name = async () => {
      const row = await db.get<{ name: string }>(sql`select name from users where phone = ${'1'}`)
      return row?.name
    }
    const rename = (to: string) => sql`update users set name = ${to}`
    const names = [await name()]
    await db.run(rename('Ada'))
    names.push(await name(), await name())
    await db.transaction((tx) => tx.run(rename('Bea')))
    names.push(await name())
    await db.get(sql`update users set name = ${'Cleo'} returning id`)
    names.push(await name())
    expect(names).toEqual([names[0], 'Ada', 'Ada', 'Bea', 'Cleo'])
  })

  it('tells rows apart that are asked for in one turn', async () => {
    const { db } = scratch
    await db.run(addUser('1'))
    const one = (value: string) => db.get(sql`select phone from users where phone = ${value}`)
    expect(
      await Promise.all([
        one('1'),
        one('2'),
        db.get(sql`select id from users where phone = ${'1'}`),
      ]),
    ).toEqual([{ phone: '1' }, undefined, { id: expect.any(Number) }])
  })

  it('reads in the next turn what somebody else has written', async () => {
    const { db } = scratch
    const other = new DatabaseSync(scratch.address)
    try {
      expect(await db.all(sql`select id from users`)).toEqual([])
      other.exec(`insert into users (phone, created_at) values ('1', 1)`)
      await nextTurn()
      expect(await db.all(sql`select id from users`)).toHaveLength(1)
    } finally {
      other.close()
    }
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
