import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { makeBackup } from '../../../server/backup/make-backup.ts'
import type { BackupParts } from '../../../server/backup/make-backup.ts'
import { restoreBackup } from '../../../server/backup/restore-backup.ts'
import type { RestoreParts } from '../../../server/backup/restore-backup.ts'
import type { BlobStore } from '../../../server/blobs/blob-store.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { storeSecret } from '../../../server/secret.ts'
import { makeBareDatabase, openDatabase } from '../../support/database-places.ts'
import { startOrmaApi } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'
import { readStoredState } from '../../support/stored-state.ts'

export let api: OrmaApi
export let owner: Person
export let event: Event
export let scratch: string
/** Where a test backs up to. */
export let folder: string

/** An installation for the tests of a file, with two photos and a video, and a folder for each test to back up into. */
export function setUpBackups(): void {
  beforeAll(async () => {
    api = await startOrmaApi()
    scratch = await mkdtemp(join(tmpdir(), 'orma-backup-'))
    owner = await api.signUp()
    event = await api.createOrma(owner)
    await api.addPost(event, owner)
    await api.addPost(event, owner, { status: 'FAILEDBYNUDITY' })
    await api.addPost(event, owner, { kind: 'video', cleanType: 'mov' })
  })
  beforeEach(async () => {
    folder = join(await mkdtemp(join(scratch, 'test-')), 'backup')
  })
  afterAll(async () => {
    await api.close()
    await rm(scratch, { recursive: true, force: true })
  })
}

export const partsOf = (changes: Partial<BackupParts> = {}): BackupParts => ({
  db: api.db,
  blobs: api.blobs,
  dataDir: api.folder,
  secret: api.secret,
  now: api.now,
  log: api.log,
  ...changes,
})
export const backUp = (changes?: Partial<BackupParts>) => makeBackup(partsOf(changes), folder)
/** For the test that runs. */
export async function openOwn(address: string): Promise<Database> {
  const db = await openDatabase(address)
  onTestFinished(() => db.close())
  return db
}
export const newDatabase = async () => openOwn((await makeBareDatabase()).address)
export const blobsOf = (dataDir: string) => createFsBlobStore(join(dataDir, 'blobs'))

/** Restores the backup, or another one, into a database, which stays open, and a folder beside the backup. */
export async function restore(
  db: Database,
  changes: Partial<BlobStore> = {},
  from = folder,
): Promise<string> {
  const dataDir = join(folder, '../restored')
  const parts: RestoreParts = {
    open: async () => ({
      ...db,
      close: async () => undefined,
      tryLock: async () => async () => {},
    }),
    blobs: { ...blobsOf(dataDir), ...changes },
    dataDir,
    photosPlace: dataDir,
    storeSecret: (tx, secret) => storeSecret(tx, { isShared: db.isShared, dataDir }, secret),
    now: api.now,
  }
  await restoreBackup(parts, from)
  return dataDir
}

/** Whether the backup brings back all that is here. */
export async function expectWhole(): Promise<void> {
  const db = await newDatabase()
  await expectSame(db, await restore(db))
}

export async function expectSame(db: Database, dataDir: string): Promise<void> {
  // The numbers of live changes go on farther behind, all by as much.
  const here = await liveSeqOf(api.db)
  await db.run(sql`update events set live_seq = live_seq - ${(await liveSeqOf(db)) - here}`)
  expect(await rowsOf(db)).toEqual(await rowsOf(api.db))
  expect(await bytesIn(blobsOf(dataDir))).toEqual(await bytesIn(api.blobs))
}

async function liveSeqOf(db: Database): Promise<number> {
  const row = await db.get<{ seq: number }>(sql`select max(live_seq) as seq from events`)
  return row?.seq ?? 0
}

export async function rowsOf(db: Database): Promise<Record<string, string[]>> {
  const { files: _files, secrets: _secrets, ...rows } = await readStoredState(db, api.folder)
  return rows
}

export async function bytesIn(blobs: BlobStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { key } of blobs.list('')) {
    found[key] = Buffer.from((await blobs.read(key)) ?? []).toString('hex')
  }
  return found
}

export function remove(post_id: number) {
  const params = { event_hash: event.event_hash, post_id }
  return api.request(calls.deletePost, { params, token: owner.token })
}

export const cut = () => Promise.reject(new Error('cut'))
