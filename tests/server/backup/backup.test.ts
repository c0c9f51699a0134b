import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { checkBackup } from '../../../server/backup/check-backup.ts'
import { makeBackup } from '../../../server/backup/make-backup.ts'
import type { BackupParts } from '../../../server/backup/make-backup.ts'
import { restoreBackup } from '../../../server/backup/restore-backup.ts'
import type { BlobStore } from '../../../server/blobs/blob-store.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { openSqlite } from '../../../server/db/sqlite.ts'
import { listTables } from '../../../server/db/tables.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { findSecret } from '../../../server/secret.ts'
import { makeBareDatabase, openDatabase } from '../../support/database-places.ts'
import { startUntilEnd } from '../../support/failed-start.ts'
import { startOrmaApi } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'
import { readStoredState } from '../../support/stored-state.ts'

let api: OrmaApi
let owner: Person
let event: Event
let media_name: string
let post_id: number
let scratch: string
let folder: string

beforeEach(async () => {
  api = await startOrmaApi()
  scratch = await mkdtemp(join(tmpdir(), 'orma-backup-'))
  folder = join(scratch, 'backup')
  owner = await api.signUp()
  event = await api.createOrma(owner)
  await api.addPost(event, owner)
  ;({ id: post_id, media_name } = await api.addPost(event, owner, { status: 'FAILEDBYNUDITY' }))
})
afterEach(async () => {
  await api.close()
  await rm(scratch, { recursive: true, force: true })
})

const partsOf = (changes: Partial<BackupParts> = {}): BackupParts => ({
  db: api.db,
  blobs: api.blobs,
  dataDir: api.folder,
  secret: api.secret,
  now: api.now,
  log: api.log,
  ...changes,
})
const backUp = (changes?: Partial<BackupParts>) => makeBackup(partsOf(changes), folder)

/** Restores the backup into a new place; gives its database. */
async function restore(
  name: string,
  open: () => Promise<Database> = openNew,
): Promise<{ db: Database; dataDir: string }> {
  const dataDir = join(scratch, name)
  const content = await checkBackup(folder)
  const db = await open()
  const blobs = createFsBlobStore(join(dataDir, 'blobs'))
  // It closes what it has opened, and the test goes on with it.
  const kept = { ...db, close: async () => undefined }
  await restoreBackup({ open: async () => kept, blobs, dataDir }, folder, content)
  return { db, dataDir }
}

async function openNew(): Promise<Database> {
  return openDatabase((await makeBareDatabase()).address)
}

const openFile = async () => openSqlite(join(scratch, 'other.db'))

/** All rows, with the jump that a restore makes taken back. */
async function rowsOf(db: Database, jump = 0): Promise<Record<string, string[]>> {
  await db.run(sql`update events set live_seq = live_seq - ${jump}`)
  const state = await readStoredState(db, api.folder)
  await db.run(sql`update events set live_seq = live_seq + ${jump}`)
  const { files: _files, secrets: _secrets, ...rows } = state
  return rows
}

async function bytesIn(blobs: BlobStore): Promise<Record<string, string>> {
  const found: [string, string][] = []
  for await (const { key } of blobs.list('')) {
    found.push([key, Buffer.from((await blobs.read(key)) ?? []).toString('hex')])
  }
  return Object.fromEntries(found.toSorted())
}

describe('a backup', () => {
  it.each([
    ['a new installation', openNew],
    ['one on the embedded database', openFile],
  ])('is restored into %s with every row, file and the key', async (_name, open) => {
    const { rows, missing } = await backUp()
    expect(missing).toBe(0)
    const { db, dataDir } = await restore('restored', open)

    expect(await rowsOf(db, 100_000)).toEqual(await rowsOf(api.db))
    expect(rows).toBeGreaterThan(4)
    expect(await bytesIn(createFsBlobStore(join(dataDir, 'blobs')))).toEqual(
      await bytesIn(api.blobs),
    )
    expect(await findSecret(db, { isShared: db.isShared, dataDir })).toEqual(api.secret)
    expect(await readdir(dataDir)).not.toContain('restore-unfinished')
    await db.close()
  })

  it('gives nothing new an id that was given before, also to what was deleted since', async () => {
    await backUp()
    const { id: laterId } = await api.addPost(event, owner)
    const { db } = await restore('restored')
    const { id } = await addPostTo(db)
    expect(id).toBeGreaterThan(laterId)
    await db.close()
  })

  it('copies a file that lies in the folder already no second time, and removes what no row names any more', async () => {
    const first = await backUp()
    expect(first.copied.files).toBe(6)
    await api.addPost(event, owner)
    const params = { event_hash: event.event_hash, post_id }
    await api.request(calls.deletePost, { params, token: owner.token })

    const second = await backUp()
    expect(second.copied.files).toBe(3)
    expect(second.present.files).toBe(3)
    const { blobs } = await checkBackup(folder)
    expect(blobs.files).toBe(6)
    const lying = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
    const sealed = (await readFile(join(folder, 'manifest.jsonl'), 'utf8')).split('\n')
    const named = new Set(sealed.flatMap((line) => /"sha256":"(\w+)"/.exec(line)?.[1] ?? []))
    expect(lying.filter((entry) => entry.isFile()).length).toBe(named.size)
  })

  it('stays the one before when a later one is cut', async () => {
    await backUp()
    const before = await checkBackup(folder)
    await api.addPost(event, owner)
    const blobs = { ...api.blobs, open: () => Promise.reject(new Error('cut')) }
    await expect(backUp({ blobs })).rejects.toThrow('cut')
    expect(await checkBackup(folder)).toEqual(before)
  })

  it('is none when the first one was cut', async () => {
    const blobs = { ...api.blobs, open: () => Promise.reject(new Error('cut')) }
    await expect(backUp({ blobs })).rejects.toThrow('cut')
    await expect(checkBackup(folder)).rejects.toThrow(
      `${folder} holds no whole backup: it has no manifest.jsonl.`,
    )
    expect((await backUp()).copied.files).toBe(6)
  })

  it('does without a photo that is deleted while it runs', async () => {
    let isDeleted = false
    const params = { event_hash: event.event_hash, post_id }
    const blobs: BlobStore = {
      ...api.blobs,
      async open(key) {
        if (!isDeleted) await api.request(calls.deletePost, { params, token: owner.token })
        isDeleted = true
        return api.blobs.open(key)
      },
    }
    const { missing } = await backUp({ blobs })
    expect(missing).toBe(0)
    const { db, dataDir } = await restore('restored')
    expect(await rowsOf(db, 100_000)).toEqual(await rowsOf(api.db))
    expect(await bytesIn(createFsBlobStore(join(dataDir, 'blobs')))).toEqual(
      await bytesIn(api.blobs),
    )
    await db.close()
  })

  it('is made without a file that is lost, and the operator is told which', async () => {
    const { original } = mediaKeys(media_name)
    await api.blobs.delete(original)
    expect((await backUp()).missing).toBe(1)
    expect(api.logged).toContainEqual({
      level: 'error',
      message: 'a file that a row names is not there',
      details: { key: original },
    })
    await checkBackup(folder)
  })

  it('goes neither into the installation itself nor among files that are no backup', async () => {
    const inside = join(api.folder, 'backup')
    await expect(makeBackup(partsOf(), inside)).rejects.toThrow('lies in DATA_DIR')
    await writeFile(join(scratch, 'holiday.txt'), '')
    await expect(makeBackup(partsOf(), scratch)).rejects.toThrow('is not empty')
  })
})

describe('a damaged backup', () => {
  const damages: [string, () => Promise<void>, RegExp][] = [
    [
      'a file',
      async () => appendFile(await fileOf(mediaKeys(media_name).full), 'x'),
      /full\/.*\.jpg/,
    ],
    ['rows', async () => flipByte(await fileOf('posts')), /rows of posts/],
    [
      'a file that is gone',
      async () => rm(await fileOf(mediaKeys(media_name).original)),
      /original/,
    ],
    ['the key', async () => flipByte(await fileOf('key')), /key \(files/],
    ['the manifest', async () => truncate(join(folder, 'manifest.jsonl'), 900), /manifest\.jsonl/],
    ['a line of it', async () => flipByte(join(folder, 'manifest.jsonl')), /manifest\.jsonl/],
  ]
  it.each(damages)('is refused, with %s named', async (_what, damage, named) => {
    await backUp()
    await damage()
    const error = await checkBackup(folder).catch((refusal: unknown) => String(refusal))
    expect(error).toMatch(/The backup is damaged/)
    expect(error).toMatch(named)
  })

  it('of a newer release is refused', async () => {
    await api.db.run(sql`insert into schema_version (version) values (9999)`)
    await backUp().finally(() => api.db.run(sql`delete from schema_version where version = 9999`))
    await expect(checkBackup(folder)).rejects.toThrow(
      'of a newer release: its database has version 9999',
    )
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
  it('over people and Ormas, or over photos, is refused with what is there, and changes nothing', async () => {
    await backUp()
    const before = await rowsOf(api.db)
    const over = async () => ({ ...api.db, close: async () => undefined })
    await expect(restore('restored', over)).rejects.toThrow(
      'there are 1 people and 1 Ormas in the database',
    )
    expect(await rowsOf(api.db)).toEqual(before)
    expect(await readdir(join(scratch, 'restored'))).toEqual([])

    await createFsBlobStore(join(scratch, 'other', 'blobs')).put(
      'full/ab/abc.jpg',
      Buffer.from('x'),
    )
    await expect(restore('other')).rejects.toThrow(`there are photos in ${join(scratch, 'other')}`)
  })

  it('over the tables of another program is refused', async () => {
    await backUp()
    const open = async () => {
      const db = await openNew()
      await db.define('create table invoices (\n  id bigint primary key\n);')
      return db
    }
    await expect(restore('restored', open)).rejects.toThrow('tables of something else')
  })

  it('that was cut keeps the server from starting, and ends well when it is run again', async () => {
    await backUp()
    const db = await openNew()
    const dataDir = join(scratch, 'restored')
    const blobs = createFsBlobStore(join(dataDir, 'blobs'))
    const broken = { ...blobs, put: () => Promise.reject(new Error('cut')) }
    const open = async () => ({ ...db, close: async () => undefined })
    const content = await checkBackup(folder)
    await blobs
      .put('full/ab/cut.jpg', Buffer.from('half'))
      .then(() => blobs.delete('full/ab/cut.jpg'))
    await expect(restoreBackup({ open, blobs: broken, dataDir }, folder, content)).rejects.toThrow(
      'cut',
    )
    expect((await startUntilEnd({ DATA_DIR: dataDir })).error).toBe(
      `Orma cannot start. A restore into ${dataDir} has not ended: run it again first.\n`,
    )

    await restoreBackup({ open, blobs, dataDir }, folder, content)
    expect(await rowsOf(db, 100_000)).toEqual(await rowsOf(api.db))
    expect(await bytesIn(blobs)).toEqual(await bytesIn(api.blobs))
    await db.close()
  })

  it('of an older release ends at the newest schema', async () => {
    await backUp()
    const { db } = await restore('restored')
    await migrate(db)
    const versions = () => sql`select version from schema_version order by version`
    expect(await db.all(versions())).toEqual(await api.db.all(versions()))
    expect(await listTables(db, db)).toEqual(await listTables(api.db, api.db))
    await db.close()
  })
})

async function addPostTo(db: Database): Promise<{ id: number }> {
  const { addPost } = await import('../../support/add-post.ts')
  return addPost({ db, nowMs: api.clock.ms }, { event, author: owner.user })
}
