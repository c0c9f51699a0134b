import {
  appendFile,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { checkBackup } from '../../../server/backup/check-backup.ts'
import { makeBackup } from '../../../server/backup/make-backup.ts'
import type { BackupParts } from '../../../server/backup/make-backup.ts'
import { restoreBackup } from '../../../server/backup/restore-backup.ts'
import type { RestoreParts } from '../../../server/backup/restore-backup.ts'
import { refuseUnfinishedRestore } from '../../../server/backup/unfinished-restore.ts'
import type { BlobStore } from '../../../server/blobs/blob-store.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { knownVersions, migrateWithin } from '../../../server/db/migrate.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { openSqlite } from '../../../server/db/sqlite.ts'
import { listTables } from '../../../server/db/tables.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { findSecret, storeSecret } from '../../../server/secret.ts'
import { addPost } from '../../support/add-post.ts'
import { makeBareDatabase, openDatabase } from '../../support/database-places.ts'
import { startOrmaApi } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'
import { readStoredState } from '../../support/stored-state.ts'

/** By which a restore moves the numbers of live changes on. */
const GAP = 100_000

let api: OrmaApi
let owner: Person
let event: Event
let scratch: string
/** Where a test backs up to. */
let folder: string

beforeAll(async () => {
  api = await startOrmaApi()
  scratch = await mkdtemp(join(tmpdir(), 'orma-backup-'))
  owner = await api.signUp()
  event = await api.createOrma(owner)
  await api.addPost(event, owner)
  await api.addPost(event, owner, { status: 'FAILEDBYNUDITY' })
})
beforeEach(async () => {
  folder = join(await mkdtemp(join(scratch, 'test-')), 'backup')
})
afterAll(async () => {
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
const newDatabase = async () => openDatabase((await makeBareDatabase()).address)
const blobsOf = (dataDir: string) => createFsBlobStore(join(dataDir, 'blobs'))

/** Restores the backup into a database, which stays open, and a folder beside the backup. */
async function restore(db: Database, changes: Partial<BlobStore> = {}): Promise<string> {
  const dataDir = join(folder, '../restored')
  const content = await checkBackup(folder)
  const parts: RestoreParts = {
    open: async () => ({ ...db, close: async () => undefined }),
    blobs: { ...blobsOf(dataDir), ...changes },
    dataDir,
    storeSecret: (tx, secret) => storeSecret(tx, { isShared: db.isShared, dataDir }, secret),
  }
  await restoreBackup(parts, folder, content)
  return dataDir
}

async function expectSame(db: Database, dataDir: string): Promise<void> {
  await db.run(sql`update events set live_seq = live_seq - ${GAP}`)
  expect(await rowsOf(db)).toEqual(await rowsOf(api.db))
  expect(await bytesIn(blobsOf(dataDir))).toEqual(await bytesIn(api.blobs))
}

async function rowsOf(db: Database): Promise<Record<string, string[]>> {
  const { files: _files, secrets: _secrets, ...rows } = await readStoredState(db, api.folder)
  return rows
}

async function bytesIn(blobs: BlobStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { key } of blobs.list('')) {
    found[key] = Buffer.from((await blobs.read(key)) ?? []).toString('hex')
  }
  return found
}

function remove(post_id: number) {
  const params = { event_hash: event.event_hash, post_id }
  return api.request(calls.deletePost, { params, token: owner.token })
}

const cut = () => Promise.reject(new Error('cut'))

describe('a backup', () => {
  it.each([
    ['an empty database', newDatabase],
    ['the embedded one', async () => openSqlite(join(folder, '../embedded.db'))],
  ])(
    'is restored into %s with every row, file and the key, and gives no id twice',
    async (_name, open) => {
      expect(await backUp()).toMatchObject({ missing: 0 })
      // A phone may know of it: nothing else may come to have its id.
      const later = await api.addPost(event, owner)
      await remove(later.id)
      const db = await open()
      const dataDir = await restore(db)

      const { id } = await addPost({ db, nowMs: api.clock.ms }, { event, author: owner.user })
      expect(id).toBeGreaterThan(later.id)
      expect(await findSecret(db, { isShared: db.isShared, dataDir })).toEqual(api.secret)
      expect(await bytesIn(blobsOf(dataDir))).toEqual(await bytesIn(api.blobs))
      await db.close()
    },
  )

  it('has what was there when it began, without a photo that is deleted while it runs', async () => {
    const { id } = await api.addPost(event, owner)
    let isDeleted = false
    const open: BlobStore['open'] = async (key) => {
      if (!isDeleted) await remove(id)
      isDeleted = true
      return api.blobs.open(key)
    }
    expect(await backUp({ blobs: { ...api.blobs, open } })).toMatchObject({ missing: 0 })
    const db = await newDatabase()
    await expectSame(db, await restore(db))
    await db.close()
  })

  it('copies a file that lies in the folder already no second time, and forgets what no row names any more', async () => {
    const { id } = await api.addPost(event, owner)
    const first = await backUp()
    expect(first.present.files).toBe(0)
    await remove(id)
    await remove((await api.addPost(event, owner)).id)

    const second = await backUp()
    expect(second.copied.files).toBe(0)
    expect(second.present.files).toBe(first.copied.files - 3)
    const lying = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
    const manifest = await readFile(join(folder, 'manifest.jsonl'), 'utf8')
    const named = new Set([...manifest.matchAll(/"sha256":"(\w+)"/g)].map(([, sha256]) => sha256))
    expect(lying.filter((entry) => entry.isFile())).toHaveLength(named.size)
  })

  it('that is cut is none, and leaves the one before as it was', async () => {
    const blobs = { ...api.blobs, open: cut }
    await expect(backUp({ blobs })).rejects.toThrow('cut')
    await expect(checkBackup(folder)).rejects.toThrow('holds no whole backup')

    await backUp()
    const before = await checkBackup(folder)
    const { id } = await api.addPost(event, owner)
    await expect(backUp({ blobs })).rejects.toThrow('cut')
    expect(await checkBackup(folder)).toEqual(before)
    await remove(id)
  })

  it('is made without a file that is lost, and the operator is told which', async () => {
    const { id, media_name } = await api.addPost(event, owner)
    const { original } = mediaKeys(media_name)
    await api.blobs.delete(original)
    expect(await backUp()).toMatchObject({ missing: 1 })
    expect(api.logged.at(-1)).toEqual({
      level: 'error',
      message: 'a file that a row names is not there',
      details: { key: original },
    })
    await checkBackup(folder)
    await remove(id)
  })

  it('goes neither into the installation itself, nor among other files, nor where another one is going on', async () => {
    await expect(makeBackup(partsOf(), join(api.folder, 'backup'))).rejects.toThrow(
      'lies in DATA_DIR',
    )
    await expect(makeBackup(partsOf(), scratch)).rejects.toThrow('is not empty')
    const open: BlobStore['open'] = async () => Promise.reject(await backUp().catch(String))
    await expect(backUp({ blobs: { ...api.blobs, open } })).rejects.toMatch(
      /Another backup .* is running/,
    )
  })
})

describe('a damaged backup', () => {
  it('is refused, with what is damaged named', async () => {
    const { id, media_name } = await api.addPost(event, owner)
    await backUp()
    await remove(id)
    const whole = folder
    const { full, original } = mediaKeys(media_name)
    const damages: [string | RegExp, () => Promise<void>][] = [
      [full, async () => appendFile(await fileOf(full), 'x')],
      [original, async () => rm(await fileOf(original))],
      ['rows of posts (files/', async () => flipByte(await fileOf('posts'))],
      ['key (files/', async () => flipByte(await fileOf('key'))],
      ['manifest.jsonl', async () => truncate(join(folder, 'manifest.jsonl'), 900)],
      ['manifest.jsonl', async () => flipByte(join(folder, 'manifest.jsonl'))],
    ]
    for (const [at, [named, damage]] of damages.entries()) {
      folder = `${whole}-${at}`
      await cp(whole, folder, { recursive: true })
      await damage()
      const refusal = await checkBackup(folder).catch(String)
      expect(refusal).toContain('The backup is damaged')
      expect(refusal).toContain(named)
    }
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
  it('over people and Ormas, over photos, or over tables of another program is refused with what is there', async () => {
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
    await db.close()
  })

  it('that was cut keeps the server from starting, and ends well when it is run again', async () => {
    await backUp()
    const db = await newDatabase()
    await expect(restore(db, { put: cut })).rejects.toThrow('cut')
    const dataDir = join(folder, '../restored')
    expect(() => refuseUnfinishedRestore(dataDir)).toThrow('has not ended: run it again first.')

    await restore(db)
    refuseUnfinishedRestore(dataDir)
    await expectSame(db, dataDir)
    await db.close()
  })

  it("brings an older release's rows to the newest schema", async () => {
    const [old, db] = [await newDatabase(), await newDatabase()]
    await old.transaction((tx) => migrateWithin(tx, new Set([1, 2, 3])))
    await old.run(
      sql`insert into users (phone, name, created_at) values ('15550000000', 'Anna', 1)`,
    )
    await backUp({ db: old })
    await restore(db)

    expect(await db.all(sql`select phone, name from users`)).toEqual([
      { phone: '15550000000', name: 'Anna' },
    ])
    const versions = await db.all<{ version: number }>(sql`select version from schema_version`)
    expect(new Set(versions.map(({ version }) => version))).toEqual(knownVersions())
    expect(await listTables(db, db)).toEqual(await listTables(api.db, api.db))
    for (const each of [old, db]) await each.close()
  })
})
