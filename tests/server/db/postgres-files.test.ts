import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeFile } from '../../../server/archives/archive-rows.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database, Transaction } from '../../../server/db/sql.ts'
import { needServer, openDatabase, someoneWaits } from '../../support/database-places.ts'
import { freshOrma } from '../../support/fixtures.ts'

needServer()
const { api, owner, event } = freshOrma()
let other: Database
beforeEach(async () => {
  other = await openDatabase(api.databaseAddress)
})
afterEach(() => other.close())

/** Has a second transaction begin after the first one's change, and wait for it where it waits at all. */
async function meanwhile<T>(
  change: (tx: Transaction) => Promise<unknown>,
  second: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let result: Promise<T> | undefined
  let isDone = false
  await api.db.transaction(async (tx) => {
    await change(tx)
    result = other.transaction(second).finally(() => (isDone = true))
    await expect.poll(async () => isDone || (await someoneWaits(api.db))).toBe(true)
  })
  return result!
}

it('what an archive takes of a photo is not stored once its pictures are others', async () => {
  const post = await api.addPost(event, owner)
  const file = { type: 'jpg', size: 9, crc32: 9, content: { blob: 'full' as const, parts: [] } }
  await meanwhile(
    (tx) => tx.run(sql`update posts set media_name = 'renewed' where id = ${post.id}`),
    (tx) => storeFile(tx, post, file),
  )
  expect(await api.db.all(sql`select post_id from archive_files`)).toEqual([])
})
