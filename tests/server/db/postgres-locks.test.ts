import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SERVING } from '../../../server/backup/unfinished-work.ts'
import { sql } from '../../../server/db/sql.ts'
import { makeBareDatabase, needServer, openDatabase } from '../../support/database-places.ts'
import { refusedStart, runProgram } from '../../support/failed-start.ts'
import { ownFolder } from '../../support/fixtures.ts'
import { startOrma } from '../../support/orma-server.ts'

needServer()

async function openTwo() {
  const { address } = await makeBareDatabase()
  const [one, other] = [await openDatabase(address), await openDatabase(address)]
  onTestFinished(async () => {
    for (const each of [one, other]) await each.close()
  })
  return { address, one, other, folder: await ownFolder() }
}

describe('a name that is held', () => {
  it('is shared among those who share it, and kept from who wants it alone', async () => {
    const { one, other } = await openTwo()
    const letGo = [await one.tryLock('x', 'shared'), await other.tryLock('x', 'shared')]
    expect(await other.tryLock('x', 'exclusive')).toBeUndefined()
    for (const each of letGo) await each?.()
    const alone = await other.tryLock('x', 'exclusive')
    expect(alone).toBeDefined()
    expect(await one.tryLock('x', 'shared')).toBeUndefined()
    expect(await one.tryLock('y', 'shared')).toBeDefined()
  })

  it('is held again after its connection was ended, and free once the database is closed', async () => {
    const { address, one, other } = await openTwo()
    const third = await openDatabase(address)
    await third.tryLock('x', 'shared')
    const holders = async () => {
      const rows = await other.all<{ pid: number }>(sql`
        select pid from pg_locks where locktype = 'advisory'
           and database = (select oid from pg_database where datname = current_database())`)
      return rows.map(({ pid }) => pid)
    }
    const [before = 0] = await holders()
    await other.get(sql`select pg_terminate_backend(${before})`)
    await expect.poll(holders).toEqual([expect.toSatisfy((pid) => pid !== before)])
    await third.close()
    await expect.poll(() => one.tryLock('x', 'exclusive')).toBeDefined()
  })
})

describe('a restore into a database', () => {
  it('is refused while a server works on it, also one with another folder', async () => {
    const { address, one, folder } = await openTwo()
    const orma = await startOrma({ databaseUrl: address })
    onTestFinished(() => orma.close())
    const at = (name: string) => ({ DATABASE_URL: address, DATA_DIR: join(folder, name) })
    const from = join(folder, 'backup')
    const restore = () => runProgram(['server/commands/restore.ts', from], at('b'))
    expect((await runProgram(['server/commands/backup.ts', from], at('a'))).code).toBe(0)
    expect(await restore()).toEqual({
      code: 1,
      out: '',
      error: 'A server works on the database of DATABASE_URL: stop it first.\n',
    })
    await orma.stop()
    expect((await restore()).code).toBe(0)

    await one.tryLock(SERVING, 'exclusive')
    expect(await refusedStart(at('c'))).toBe(
      'Orma cannot start. A restore or a move into the database of DATABASE_URL is running: start again when it has ended.\n',
    )
  })
})
