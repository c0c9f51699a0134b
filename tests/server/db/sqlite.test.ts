import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { freshDatabase } from '../../support/fixtures.ts'

const { scratch, db } = freshDatabase()

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const addUser = (phone: string) =>
  sql`insert into users (phone, created_at) values (${phone}, ${1})`

describe('openSqlite', () => {
  it('makes every commit durable', async () => {
    const mode = await db.get<{ synchronous: number }>(sql`pragma synchronous`)
    const journal = await db.get<{ journal_mode: string }>(sql`pragma journal_mode`)
    expect([mode?.synchronous, journal?.journal_mode]).toEqual([2, 'wal'])
  })

  it('has done what it says it has written, also between reads of one turn', async () => {
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

  it('tells who listens that another process has written', async () => {
    const told: (string | undefined)[] = []
    const stop = db.listen('news', (message) => told.push(message))
    // Its own writes are told by name, and once.
    await db.transaction(async (tx) => {
      await tx.run(addUser('1'))
      await tx.notify('news', 'own')
    })
    const other = new DatabaseSync(scratch.address)
    other.exec(`insert into users (phone, created_at) values ('2', 1)`)
    other.close()
    await expect.poll(() => told).toEqual(['own', undefined])
    stop()
  })

  it('undoes a transaction that rejects in a later turn than something was read in', async () => {
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
    await db.run(addUser('1'))
    const one = (value: string) => db.get(sql`select phone from users where phone = ${value}`)
    const other = db.get(sql`select id from users where phone = ${'1'}`)
    const rows = await Promise.all([one('1'), one('2'), other])
    expect(rows).toEqual([{ phone: '1' }, undefined, { id: expect.any(Number) }])
  })

  it('reads in the next turn what somebody else has written', async () => {
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
    const tables = await db.all<{ name: string }>(sql`
      select name from pragma_table_list
       where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite%'`)
    expect(tables).toEqual([])
  })
})
