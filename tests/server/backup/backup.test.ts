import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkBackup } from '../../../server/backup/check-backup.ts'
import { makeBackup } from '../../../server/backup/make-backup.ts'
import type { BlobStore } from '../../../server/blobs/blob-store.ts'
import { migrateWithin } from '../../../server/db/migrate.ts'
import { sql } from '../../../server/db/sql.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { findSecret } from '../../../server/secret.ts'
import { addPost } from '../../support/add-post.ts'
import {
  api,
  backUp,
  blobsOf,
  bytesIn,
  cut,
  event,
  expectWhole,
  folder,
  newDatabase,
  openOwn,
  owner,
  partsOf,
  remove,
  restore,
  scratch,
  setUpBackups,
} from './backup-fixtures.ts'

setUpBackups()

describe('a backup', () => {
  it.each([
    ['an empty database', newDatabase],
    ['the embedded one', () => openOwn(join(folder, '../embedded.db'))],
  ])(
    'is restored into %s with every row, file and key, and gives no id twice',
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
    },
  )

  it('keeps line separators of Unicode, which end no line of JSON', async () => {
    const { id } = await api.addPost(event, owner)
    const content = 'one\u2028two\u2029three\u0085four'
    await api.db.run(sql`update posts set description = ${content} where id = ${id}`)
    await backUp()
    await expectWhole()
    await remove(id)
  })

  it('has what was there when it began, without a photo deleted meanwhile', async () => {
    const { id } = await api.addPost(event, owner)
    let isDeleted = false
    const open: BlobStore['open'] = async (key) => {
      if (!isDeleted) await remove(id)
      isDeleted = true
      return api.blobs.open(key)
    }
    expect(await backUp({ blobs: { ...api.blobs, open } })).toMatchObject({ missing: 0 })
    await expectWhole()
  })

  it('reads all that it opens to the end, for the connection that holds', async () => {
    const opened: ReadableStream[] = []
    const open: BlobStore['open'] = async (...args) => {
      const blob = await api.blobs.open(...args)
      if (blob) opened.push(blob.stream)
      return blob
    }
    for (let nights = 0; nights < 2; nights += 1) {
      await backUp({ blobs: { ...api.blobs, open } })
      const left = opened.splice(0).map(async (stream) => {
        return !stream.locked && !(await stream.getReader().read()).done
      })
      expect(left.length).toBeGreaterThan(0)
      expect(await Promise.all(left)).toEqual(left.map(() => false))
    }
  })

  it('is noted in the database, for whoever is told where backups stop', async () => {
    await backUp()
    api.clock.ms += 60_000
    await backUp()
    const noted = await api.db.all(sql`select made_at from last_backup`)
    expect(noted).toEqual([{ made_at: api.clock.ms }])
  })

  it('copies no file twice, and forgets what no row names any more', async () => {
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

  it('of another installation or database does not take the place of the one before', async () => {
    await backUp()
    const before = await checkBackup(folder)
    const files = await readdir(folder, { recursive: true })
    const { id } = await api.addPost(event, owner)
    const words = `Nothing was backed up: ${folder} holds the backup of a newer database than this one, or of another.`
    // The second: its key is lost.
    for (const secret of [randomBytes(32), undefined])
      await expect(backUp({ secret })).rejects.toThrow(words)
    expect(await readdir(folder, { recursive: true })).toEqual(files)
    const anew = await newDatabase()
    await anew.transaction((tx) => migrateWithin(tx))
    await expect(backUp({ db: anew })).rejects.toThrow(words)
    expect(await checkBackup(folder)).toEqual(before)
    await remove(id)
    // Once restored it has counted on, and is backed up where it was before.
    await restore(anew)
    const backedUp = await backUp({ db: anew, blobs: blobsOf(join(folder, '../restored')) })
    expect(backedUp).toMatchObject({ missing: 0, copied: { files: 0 } })
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

  it('keeps its copies of files the installation has lost, and says which are lost', async () => {
    const { id, media_name } = await api.addPost(event, owner)
    const { original } = mediaKeys(media_name)
    const lost = (isInBackup: boolean) => ({
      level: 'error',
      message: 'a file that a row names is not there',
      details: { key: original, isInBackup },
    })
    await backUp()
    const whole = await bytesIn(api.blobs)
    const nothing: BlobStore['open'] = async () => undefined
    for (const round of [1, 2]) {
      const { missing } = await backUp({ blobs: { ...api.blobs, open: nothing } })
      expect([round, missing]).toEqual([round, Object.keys(whole).length])
    }
    expect(api.logged).toContainEqual(lost(true))
    expect(await bytesIn(blobsOf(await restore(await newDatabase())))).toEqual(whole)

    // Without such a copy it is made all the same.
    await api.blobs.delete(original)
    await rm(folder, { recursive: true })
    expect(await backUp()).toMatchObject({ missing: 1 })
    expect(api.logged.at(-1)).toEqual(lost(false))
    await checkBackup(folder)
    await remove(id)
  })

  it.each(['/proc/orma/backup', '/proc/orma', join(tmpdir(), 'orma-no-such-folder/backup')])(
    'into %s, which cannot be made, is refused in one line',
    async (place) => {
      await expect(makeBackup(partsOf(), place)).rejects.toThrow(
        new RegExp(`^${place} cannot be made: ENOENT: no such file or directory, [^\\n]*\\.$`),
      )
    },
  )

  it('goes neither into the installation, nor among other files, nor beside another one', async () => {
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
