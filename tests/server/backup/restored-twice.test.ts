import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { addComment } from '../../../server/comments/comments.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { addLike } from '../../../server/likes/likes.ts'
import { addUser } from '../../../server/users/users.ts'
import { addPost } from '../../support/add-post.ts'
import { api, backUp, event, newDatabase, restore, setUpBackups } from './backup-fixtures.ts'

const HOUR_MS = 60 * 60_000

setUpBackups()

it('a backup restored once more an hour later gives no number again', async () => {
  await backUp()
  const given: Record<string, number>[] = []
  for (const hours of [0, 1]) {
    api.clock.advance(hours * HOUR_MS)
    const db = await newDatabase()
    const dataDir = await restore(db)
    for (let guest = 1; guest <= 3; guest += 1) given.push(await addMore(db, guest))
    await db.close()
    await rm(dataDir, { recursive: true })
  }

  for (const kind of ['user', 'post', 'comment', 'change']) {
    expect(new Set(given.map((numbers) => numbers[kind])).size, kind).toBe(given.length)
  }
})

/** A new guest adds a photo, comments it and likes it. */
async function addMore(db: Database, guest: number): Promise<Record<string, number>> {
  const [phone, nowMs] = [`1777000000${guest}`, api.clock.ms]
  const author = await addUser(db, { phone, name: 'Gus', email: 'gus@example.com' }, nowMs)
  const { id: post_id } = await addPost({ db, nowMs }, { event, author })
  const mine = { post_id, user_id: author.id }
  const comment = await db.transaction((tx) => addComment(tx, { ...mine, content: 'Hi' }, nowMs))
  await db.transaction((tx) => addLike(tx, mine, nowMs))
  const change = await db.get<{ seq: number }>(
    sql`select live_seq as seq from events where id = ${event.id}`,
  )
  return { user: author.id, post: post_id, comment: comment.id, change: change?.seq ?? 0 }
}
