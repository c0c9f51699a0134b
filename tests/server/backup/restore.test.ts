import { watch } from 'node:fs'
import { appendFile, cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkBackup } from '../../../server/backup/check-backup.ts'
import { markOf, refuseUnfinishedRestore } from '../../../server/backup/unfinished-work.ts'
import { shareRelease } from '../../../server/http/releases.ts'
import { addComment } from '../../../server/comments/comments.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { addLike } from '../../../server/likes/likes.ts'
import { addUser } from '../../../server/users/users.ts'
import { addPost } from '../../support/add-post.ts'
import { listTables } from '../../../server/db/tables.ts'
import { deleteDueEvents } from '../../../server/events/delete-event.ts'
import { DAY_MS, HOUR_MS } from '../../../server/limits/limit.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { NEWEST } from '../../../server/uploads/newest-photo.ts'
import {
  api,
  backUp,
  blobsOf,
  bytesIn,
  cut,
  event,
  expectSame,
  folder,
  newDatabase,
  owner,
  remove,
  restore,
  rowsOf,
  setUpBackups,
} from './backup-fixtures.ts'

setUpBackups()

describe('a damaged backup', () => {
  it('is refused, with what is damaged named', async () => {
    const { id, media_name } = await api.addPost(event, owner)
    await backUp()
    await remove(id)
    const whole = `${folder}-whole`
    await cp(folder, whole, { recursive: true })
    const { full, original } = mediaKeys(media_name)
    const damages: [string | RegExp, () => Promise<void>][] = [
      [full, async () => appendFile(await fileOf(full), 'x')],
      [original, async () => rm(await fileOf(original))],
      ['rows of posts (files/', async () => flipByte(await fileOf('posts'))],
      ['key (files/', async () => flipByte(await fileOf('key'))],
      ['manifest.jsonl', async () => truncate(join(folder, 'manifest.jsonl'), 900)],
      ['manifest.jsonl', async () => flipByte(join(folder, 'manifest.jsonl'))],
    ]
    for (const [named, damage] of damages) {
      await rm(folder, { recursive: true })
      await cp(whole, folder, { recursive: true })
      await damage()
      const refusal = await checkBackup(folder).catch(String)
      expect(refusal).toContain('The backup is damaged')
      expect(refusal).toContain(named)
    }
  })

  it('names a damaged file once, however many photos share it', async () => {
    const posts = [await api.addPost(event, owner), await api.addPost(event, owner)]
    const [one = '', two = ''] = posts.map(({ media_name }) => mediaKeys(media_name).original)
    await api.blobs.put(two, Buffer.from((await api.blobs.read(one)) ?? []))
    await backUp()
    for (const { id } of posts) await remove(id)
    expect(await fileOf(two)).toBe(await fileOf(one))
    await flipByte(await fileOf(one))
    await expect(checkBackup(folder)).rejects.toThrow(/ as written: [^,]+\.$/)
  })

  it('keeps the server from starting while it is read, and no longer', async () => {
    await backUp()
    await flipByte(await fileOf('posts'))
    const dataDir = join(folder, '../restored')
    await mkdir(dataDir)
    const seen = new Set<string | null>()
    const watcher = watch(dataDir, (_, name) => seen.add(name))
    onTestFinished(() => watcher.close())
    await expect(restore(await newDatabase())).rejects.toThrow('rows of posts')
    await expect.poll(() => seen).toContain('restore-unfinished')
    refuseUnfinishedRestore(dataDir)
  })

  it('is no more welcome than one of a newer release', async () => {
    await api.db.run(sql`insert into schema_version (version) values (9999)`)
    await backUp()
    await api.db.run(sql`delete from schema_version where version = 9999`)
    await expect(checkBackup(folder)).rejects.toThrow('its database has version 9999')
  })

  async function fileOf(name: string): Promise<string> {
    const lines = (await readFile(join(folder, 'manifest.jsonl'), 'utf8')).split('\n')
    const line = lines.find((each) => each.includes(`:"${name}"`)) ?? ''
    const [, sha256 = ''] = /"sha256":"(\w+)"/.exec(line) ?? []
    return join(folder, 'files', sha256.slice(0, 2), sha256)
  }

  async function flipByte(file: string): Promise<void> {
    const bytes = await readFile(file)
    const at = Math.floor(bytes.length / 2)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(file, bytes)
  }
})

describe('a restore', () => {
  it('over people, photos or tables of another program is refused with what is there', async () => {
    await backUp()
    const before = await rowsOf(api.db)
    await expect(restore(api.db)).rejects.toThrow('there are 1 people and 1 Ormas in the database')
    expect(await rowsOf(api.db)).toEqual(before)

    const db = await newDatabase()
    await db.define('create table invoices (\n  id bigint primary key\n);')
    await expect(restore(db)).rejects.toThrow('there are tables of something else in the database')
    expect(await listTables(db, db)).toHaveLength(1)

    const blobs = blobsOf(join(folder, '../restored'))
    expect(await bytesIn(blobs)).toEqual({})
    await blobs.put('full/ab/abc.jpg', Buffer.from('x'))
    await expect(restore(db)).rejects.toThrow('there are photos in')
  })

  it('into a place whose photos are all gone does not take them for newer ones', async () => {
    await backUp()
    const blobs = blobsOf(join(folder, '../restored'))
    await blobs.put(NEWEST, Buffer.from('1000000000000'))
    const db = await newDatabase()
    await expectSame(db, await restore(db))
    expect(await blobs.size(NEWEST)).toBeUndefined()
  })

  it('into a place where a server has started is not refused for its scripts', async () => {
    await backUp()
    const blobs = blobsOf(join(folder, '../restored'))
    await shareRelease(join(import.meta.dirname, '../../../dist'), blobs, api.log)
    expect(Object.keys(await bytesIn(blobs))).not.toEqual([])
    const db = await newDatabase()
    await restore(db)
    expect(await rowsOf(db)).toMatchObject({ users: (await rowsOf(api.db))['users'] })
  })

  it('that was cut keeps the server from starting, and ends well again', async () => {
    await backUp()
    const db = await newDatabase()
    await expect(restore(db, { put: cut })).rejects.toThrow('cut')
    const dataDir = join(folder, '../restored')
    expect(() => refuseUnfinishedRestore(dataDir)).toThrow('has not ended: run it again first.')

    await restore(db)
    refuseUnfinishedRestore(dataDir)
    await expectSame(db, dataDir)
  })

  it('that was cut at its very end ends again, and not for another backup', async () => {
    await backUp()
    const other = `${folder}-other`
    await cp(folder, other, { recursive: true })
    const later = await api.addPost(event, owner)
    await backUp()
    const db = await newDatabase()
    const dataDir = await restore(db)
    const mark = join(dataDir, 'restore-unfinished')
    const { seal } = await checkBackup(folder)

    await writeFile(mark, markOf(await checkBackup(other)))
    await expect(restore(db)).rejects.toThrow('there are 1 people and 1 Ormas in the database')
    await expect(restore(db, {}, other)).rejects.toThrow('there are 1 people and 1 Ormas')
    await writeFile(mark, markOf({ seal }))
    await restore(db, { put: cut })
    refuseUnfinishedRestore(dataDir)
    await remove(later.id)
  })

  it('gives an owner whose deletion day has passed a new warning and 14 days', async () => {
    const [day, seen] = [api.clock.ms - DAY_MS, api.clock.ms - 20 * DAY_MS]
    await api.db.run(
      sql`update events set delete_at = ${day}, delete_seen_at = ${seen} where id = ${event.id}`,
    )
    await backUp()
    await api.db.run(sql`update events set delete_at = null, delete_seen_at = null`)
    const db = await newDatabase()
    await restore(db)
    const parts = { db, blobs: api.blobs, log: api.log, retentionDays: undefined }
    expect(await deleteDueEvents(parts, api.clock.ms)).toBe(0)
    const row = await db.get(sql`select delete_at, delete_seen_at from events`)
    expect(row).toEqual({ delete_at: day, delete_seen_at: null })
  })

  it('once more an hour later gives no number again', async () => {
    await backUp()
    const given: Record<string, number>[] = []
    for (const hours of [0, 1]) {
      api.clock.advance(hours * HOUR_MS)
      const db = await newDatabase()
      const dataDir = await restore(db)
      for (let guest = 1; guest <= 3; guest += 1) given.push(await addMore(db, guest))
      await rm(dataDir, { recursive: true })
    }

    for (const kind of ['user', 'post', 'comment', 'change']) {
      expect(new Set(given.map((numbers) => numbers[kind])).size, kind).toBe(given.length)
    }
  })
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
