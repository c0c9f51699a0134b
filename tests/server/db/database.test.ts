import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { sql, sqlList } from '../../../server/db/sql.ts'
import type { Database, Sql, Transaction } from '../../../server/db/sql.ts'
import { isInMemory, makeBareDatabase, openDatabase } from '../../support/database-places.ts'
import { freshDatabase } from '../../support/fixtures.ts'

const run = promisify(execFile)
const { scratch, db } = freshDatabase()

const addUser = (phone: string) =>
  sql`insert into users (phone, created_at) values (${phone}, ${1})`
const phones = async () =>
  (await db.all<{ phone: string }>(sql`select phone from users order by id`)).map(
    ({ phone }) => phone,
  )
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('sql', () => {
  it('keeps values apart from the text, also of statements within statements', () => {
    const inner = sql`a = ${1} and b = ${"o'clock"}`
    expect(sql`select ${2} where ${inner} limit ${3}`).toEqual({
      parts: ['select ', ' where a = ', ' and b = ', ' limit ', ''],
      values: [2, 1, "o'clock", 3],
    })
  })

  it('goes by what is nested this time, not by that of the last time', () => {
    const within = (inner: Sql | number) => sql`a ${inner} b ${3}`
    expect(within(sql`of ${1}`)).toEqual({ parts: ['a of ', ' b ', ''], values: [1, 3] })
    expect(within(sql`to`)).toEqual({ parts: ['a to b ', ''], values: [3] })
    expect(within(2)).toEqual({ parts: ['a ', ' b ', ''], values: [2, 3] })
    expect(within(sql`to`)).toEqual({ parts: ['a to b ', ''], values: [3] })
    expect(within(sqlList([7, 8]))).toEqual({ parts: ['a ', ', ', ' b ', ''], values: [7, 8, 3] })
    expect(within(sqlList([7]))).toEqual({ parts: ['a ', ' b ', ''], values: [7, 3] })
  })

  it('finds nothing in an empty list and each value of a full one', async () => {
    for (const phone of ['1', '2']) await db.run(addUser(phone))
    const phonesIn = (list: string[]) =>
      db.all(sql`select phone from users where phone in (${sqlList(list)}) order by id`)
    expect(await phonesIn([])).toEqual([])
    expect(await phonesIn(['2', '1', '7'])).toEqual([{ phone: '1' }, { phone: '2' }])
  })
})

describe('a database', () => {
  it('gives numbers as numbers: ids, times, counts and sums', async () => {
    const time = 1_800_000_000_000
    await db.run(sql`insert into users (phone, created_at) values ('1', ${time})`)
    expect(
      await db.get(sql`
        select id, created_at, count(*) as users, sum(created_at) as times from users group by id`),
    ).toEqual({ id: 1, created_at: time, users: 1, times: time })
  })

  it('gives texts as they were given: of any script, quoted, empty or none', async () => {
    const texts = ['', "o'clock", '"', '\\', '🎉 Ü 日本', 'null', '%_']
    for (const [index, text] of texts.entries()) {
      await db.run(
        sql`insert into users (phone, name, created_at) values (${index}, ${text}, ${1})`,
      )
    }
    await db.run(addUser('none'))
    const rows = await db.all<{ name: string | null }>(sql`select name from users order by id`)
    expect(rows.map(({ name }) => name)).toEqual([...texts, null])
  })

  it('says how many rows a statement changed', async () => {
    for (const phone of ['1', '2', '3']) await db.run(addUser(phone))
    expect(await db.run(sql`update users set name = 'A' where phone > '1'`)).toBe(2)
    expect(await db.run(sql`delete from users where phone = '7'`)).toBe(0)
    expect(await db.get(sql`select id from users where phone = '7'`)).toBeUndefined()
  })
})

describe('a transaction', () => {
  it('is undone when it rejects, and the next one goes on', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.run(addUser('1'))
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    await db.transaction((tx) => tx.run(addUser('2')))
    expect(await phones()).toEqual(['2'])
  })

  it('is seen by nobody before it ends, and as a whole then', async () => {
    const seen = new Set<number>()
    const writing = db.transaction(async (tx) => {
      for (const phone of ['1', '2', '3']) {
        await tx.run(addUser(phone))
        await nextTurn()
      }
    })
    const reading = Array.from({ length: 20 }, async () => seen.add((await phones()).length))
    await Promise.all([writing, ...reading])
    expect([0, 3]).toEqual(expect.arrayContaining([...seen]))
    expect(await phones()).toHaveLength(3)
  })

  it.skipIf(isInMemory())(
    'reads in a snapshot what was there at its beginning, while others go on writing',
    async () => {
      const other = await openDatabase(scratch.address)
      const count = sql`select count(*) as users from users`
      const read = async (tx: Transaction) => {
        const before = await tx.get(count)
        await other.run(addUser('1'))
        return [before, await tx.get(count), await other.get(count)]
      }
      const seen = await db.transaction(read, { isSnapshot: true })
      await other.close()
      expect(seen).toEqual([{ users: 0 }, { users: 0 }, { users: 1 }])
    },
  )

  it.each([
    ['a name', (tx: Transaction) => tx.lock('counter')],
    ['a row', (tx: Transaction) => tx.lockRow('users', 1)],
  ])('that holds %s is alone with it, whoever else works on the database', async (_what, hold) => {
    await db.run(sql`insert into users (phone, name, created_at) values ('1', '0', 1)`)
    // A second connection to a file would wait in the one thread that the first needs to go on.
    const other = db.isShared ? await openDatabase(scratch.address) : undefined
    // Reads and writes apart, as no statement that counts would: whoever comes between makes it miss one.
    const count = (of: Database) =>
      of.transaction(async (tx) => {
        await hold(tx)
        const row = await tx.get<{ name: string }>(sql`select name from users where id = 1`)
        await nextTurn()
        await tx.run(sql`update users set name = ${String(Number(row?.name) + 1)} where id = 1`)
      })
    await Promise.all(Array.from({ length: 20 }, (_, n) => count((n % 2 === 0 && other) || db)))
    await other?.close()
    expect(await db.get(sql`select name from users`)).toEqual({ name: '20' })
  })
})

describe('a word to a channel', () => {
  it('is heard once its transaction is committed, and never of one that is undone', async () => {
    const heard: string[] = []
    const stop = db.listen('news', (word) => word !== undefined && heard.push(word))
    // Listening begins by itself, and a word before that is lost.
    await expect.poll(() => db.notify('news', 'zero').then(() => heard.length)).toBeGreaterThan(0)
    heard.length = 0

    await db.transaction(async (tx) => {
      await tx.notify('news', 'one')
      await tx.notify('olds', 'two')
      expect(heard).not.toContain('one')
    })
    const failing = db.transaction(async (tx) => {
      await tx.notify('news', 'three')
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    await db.notify('news', 'four')
    await expect.poll(() => heard).toContain('four')
    expect(heard.filter((word) => word !== 'zero')).toEqual(['one', 'four'])
    stop()
  })
})

describe('migrate', () => {
  it.skipIf(isInMemory())(
    'runs each step once, also when several processes start at once',
    async () => {
      const { address, remove } = await makeBareDatabase()
      const url = (path: string) => new URL(path, import.meta.url).href
      const script = `
      import { migrate } from '${url('../../../server/db/migrate.ts')}'
      import { openPostgres } from '${url('../../../server/db/postgres.ts')}'
      import { openSqlite } from '${url('../../../server/db/sqlite.ts')}'
      const db = await (${db.isShared} ? openPostgres : openSqlite)(${JSON.stringify(address)})
      await migrate(db)
      await db.close()`
      const start = () => run(process.execPath, ['--input-type=module', '--eval', script])
      await Promise.all([start(), start(), start(), start()])

      const bare = await openDatabase(address)
      const versions = sql`select version from schema_version order by version`
      expect(await bare.all(versions)).toEqual(await db.all(versions))
      await bare.run(addUser('1'))
      await bare.close()
      await remove()
    },
  )
})
