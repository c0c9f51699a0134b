import { describe, expect, it } from 'vitest'
import { StorageFull } from '../../../server/outages.ts'
import { OperatorError } from '../../../server/settings/read-settings.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { openPostgres } from '../../../server/db/postgres.ts'
import { sql } from '../../../server/db/sql.ts'
import { makeBareDatabase, needServer } from '../../support/database-places.ts'
import { freshDatabase } from '../../support/fixtures.ts'
import { freePort } from '../../support/listening.ts'
import { USER_WITH_PASSWORD } from '../../support/postgres-server.ts'

needServer()
const { scratch, db } = freshDatabase()

const addUser = (phone: string) =>
  sql`insert into users (phone, created_at) values (${phone}, ${1})`

const endOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid()`

describe('openPostgres', () => {
  it('says in one line why there is no database, and nothing of the password', async () => {
    const port = await freePort()
    const urls = [
      `postgres://orma:secret@127.0.0.1:${port}/orma`,
      `postgres://orma:secret@localhost:${port}/orma`,
      scratch.address.replace(/\/test_\w+/, '/no_such_database'),
      scratch.address.replace('orma@', 'nobody:secret@'),
    ]
    for (const url of urls) {
      const refused = await openPostgres(url).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(OperatorError)
      const { message } = refused as OperatorError
      expect(message).toMatch(/^The database of DATABASE_URL cannot be opened: \S.*\.$/)
      expect(message).not.toContain('secret')
    }
  })

  it('says that the password is wrong, and not which was tried', async () => {
    await db.define(`drop role if exists ${USER_WITH_PASSWORD}`)
    await db.define(`create role ${USER_WITH_PASSWORD} login password 'right'`)
    const url = scratch.address.replace('orma@', `${USER_WITH_PASSWORD}:secret@`)
    await expect(openPostgres(url)).rejects.toThrow(
      /^The database of DATABASE_URL cannot be opened: password authentication failed for user "guarded"\.$/,
    )
  })

  it('refuses a database that cannot hold every character', async () => {
    const name = `latin_${process.pid}`
    await db.define(`create database ${name} template template0 encoding 'LATIN1'`)
    const url = scratch.address.replace(/\/test_\w+/, `/${name}`)
    await expect(openPostgres(url)).rejects.toThrow(/LATIN1.*needed: 15 or newer, UTF8\./)
  })

  it('says of a role that may not make tables whose the database has to be', async () => {
    await db.define('drop role if exists tenant')
    await db.define('create role tenant login')
    const { address } = await makeBareDatabase()
    const other = await openPostgres(address.replace('orma@', 'tenant@'))
    const refused = await migrate(other).catch((error: unknown) => error)
    await other.close()
    expect(refused).toEqual(
      new OperatorError(
        'The role of DATABASE_URL may not make tables (permission denied for schema public): the database has to belong to it.',
      ),
    )
  })

  it('tells a disk without room from a surprise, in and out of a transaction', async () => {
    // As PostgreSQL says it where a file cannot grow.
    const full = `do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`
    await expect(db.define(full)).rejects.toBeInstanceOf(StorageFull)
    const failing = db.transaction(async (tx) => {
      await tx.run(addUser('1'))
      await tx.define(full)
    })
    await expect(failing).rejects.toBeInstanceOf(StorageFull)
    expect(await db.all(sql`select id from users`)).toEqual([])
  })

  it('goes on after its connections were ended', async () => {
    await db.run(addUser('1'))
    const other = await openPostgres(scratch.address)
    await other.all(endOthers)
    await other.close()
    await expect.poll(() => db.all(sql`select phone from users`).catch(() => [])).toHaveLength(1)
  })

  it('hears what another process says, and is told when it may have missed words', async () => {
    const heard: unknown[] = []
    const stop = db.listen('news', (word) => heard.push(word))
    await expect.poll(() => heard).toEqual([undefined])
    const other = await openPostgres(scratch.address)
    await other.notify('news', 'one')
    await expect.poll(() => heard).toEqual([undefined, 'one'])
    await other.all(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen%'`)
    await expect.poll(() => heard).toEqual([undefined, 'one', undefined])
    await other.notify('news', 'two')
    await expect.poll(() => heard).toContain('two')
    stop()
    await other.close()
  })
})

describe('a transaction', () => {
  it('runs again from its start when it met another the wrong way round', async () => {
    for (const phone of ['1', '2']) await db.run(addUser(phone))
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let runs = 0
    const touch = (first: number, second: number) =>
      db.transaction(async (tx) => {
        runs += 1
        const update = (id: number) =>
          tx.run(sql`update users set created_at = created_at + 1 where id = ${id}`)
        await update(first)
        held[first - 1]?.resolve()
        await held[second - 1]?.promise
        await update(second)
      })
    await Promise.all([touch(1, 2), touch(2, 1)])
    expect(runs).toBe(3)
    expect(await db.all(sql`select created_at from users`)).toEqual([
      { created_at: 3 },
      { created_at: 3 },
    ])
  })

  it('rejects where a statement failed, also if its work passed over that', async () => {
    await db.run(addUser('1'))
    const work = db.transaction(async (tx) => {
      await tx.run(addUser('2'))
      await tx.run(addUser('1')).catch(() => undefined)
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await db.all(sql`select phone from users`)).toEqual([{ phone: '1' }])
  })

  it('keeps others from referring to a row that it holds', async () => {
    await db.run(addUser('1'))
    const order: string[] = []
    const holding = Promise.withResolvers<void>()
    const deleting = db.transaction(async (tx) => {
      await tx.lockRow('users', 1)
      holding.resolve()
      await tx.run(sql`delete from users where id = 1`)
      order.push('deleted')
    })
    await holding.promise
    const referring = db.run(sql`
      insert into sessions (token_hash, user_id, created_at, expires_at) values ('x', 1, 1, 1)`)
    await expect(referring).rejects.toThrow(/foreign key/)
    order.push('refused')
    await deleting
    expect(order).toEqual(['deleted', 'refused'])
  })

  it('keeps a row from being deleted while others come to refer to it', async () => {
    await db.run(addUser('1'))
    const order: string[] = []
    let deleting: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await tx.shareRow('users', 1)
      await db.run(sql`
        insert into sessions (token_hash, user_id, created_at, expires_at) values ('x', 1, 1, 1)`)
      order.push('referred')
      deleting = db.run(sql`delete from users where id = 1`).then(() => void order.push('deleted'))
      await db.get(sql`select 1 as one`)
      order.push('ended')
    })
    await deleting
    expect(order).toEqual(['referred', 'ended', 'deleted'])
  })
})
