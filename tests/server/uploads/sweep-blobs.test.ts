import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ListedBlob } from '../../../server/blobs/blob-store.ts'
import { newMediaName } from '../../../server/blobs/blob-store.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database, Sql } from '../../../server/db/sql.ts'
import { setLastId } from '../../../server/db/tables.ts'
import { eventImageKey, eventImageKeys } from '../../../server/events/event-media.ts'
import { filmKey, mediaKeys } from '../../../server/posts/post-media.ts'
import { partKey } from '../../../server/uploads/append-bytes.ts'
import { findBehind, NEWEST, noteNewest } from '../../../server/uploads/newest-photo.ts'
import { ORPHAN_AGE_MS, sweepBlobs } from '../../../server/uploads/sweep-blobs.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, owner, event } = freshOrma()

const newest = async () => {
  const bytes = await api.blobs.read(NEWEST)
  return bytes && Buffer.from(bytes).toString()
}

describe('sweepBlobs', () => {
  it('F1: removes blobs that no row knows and keeps those of every post and Orma', async () => {
    const kept = mediaKeys((await api.addPost(event, owner)).media_name)
    const orphans = [
      ...Object.values(mediaKeys(newMediaName())),
      ...eventImageKeys(newMediaName()),
      filmKey(newMediaName()),
      partKey(newMediaName()),
    ]
    for (const key of orphans) await api.blobs.put(key, Buffer.from('left behind'))
    // What a put leaves that is killed.
    await writeFile(join(api.folder, 'blobs/.unfinished/half'), 'left behind')

    expect(await sweepBlobs(api.db, api.blobs, -1)).toBe(orphans.length + 1)
    for (const key of Object.values(kept)) expect(await api.blobs.size(key)).toBeDefined()
    for (const key of orphans) expect(await api.blobs.size(key)).toBeUndefined()
  })

  it('leaves a file of unknown age: its row may be about to come', async () => {
    const key = eventImageKey(newMediaName())
    await api.blobs.put(key, Buffer.from('picture'))
    const list = async function* (prefix: string): AsyncGenerator<ListedBlob> {
      for await (const blob of api.blobs.list(prefix)) yield { ...blob, modified: new Date('') }
    }
    expect(await sweepBlobs(api.db, { ...api.blobs, list }, 1000)).toBe(0)
    expect(await api.blobs.size(key)).toBeDefined()
    await api.blobs.delete(key)
  })

  it('asks once more before it removes a file that has come to be known meanwhile', async () => {
    const name = newMediaName()
    await api.blobs.put(eventImageKey(name), Buffer.from('picture'))
    const db: Database = {
      ...api.db,
      async all<Row>(statement: Sql) {
        const rows = await api.db.all<Row>(statement)
        await api.db.run(sql`update events set banner = ${name} where id = ${event.id}`)
        return rows
      },
    }
    expect(await sweepBlobs(db, api.blobs, -1)).toBe(0)
    expect(await api.blobs.size(eventImageKey(name))).toBeDefined()
  })

  it('leaves alone what may still be on its way to its row', async () => {
    const { original } = mediaKeys(newMediaName())
    await api.blobs.put(original, Buffer.from('just come in'))
    expect(await sweepBlobs(api.db, api.blobs, ORPHAN_AGE_MS)).toBe(0)
    expect(await api.blobs.size(original)).toBeDefined()
  })
})

describe('a database that is older than its photos', () => {
  it('has nothing swept away, neither the newest photos nor what nobody knows', async () => {
    const kept = await api.addPost(event, owner)
    const lost = await api.addPost(event, owner)
    await noteNewest(api.db, api.blobs)
    // As it was before the newest photo came.
    await api.db.run(sql`delete from posts where id = ${lost.id}`)
    await setLastId(api.db, api.db, 'posts', kept.id)

    await expect(sweepBlobs(api.db, api.blobs, -1)).rejects.toThrow(
      `nothing is removed: the database is older than the photos (it has numbered its own up to ${kept.id}, and there are some up to ${lost.id})`,
    )
    const { original } = mediaKeys(lost.media_name)
    expect(await api.blobs.size(original)).toBeDefined()
    expect(await newest()).toBe(String(lost.id))
  })

  it('is none that had its newest photo deleted, nor one that has counted on since', async () => {
    await api.addPost(event, owner)
    const { id } = await api.addPost(event, owner)
    await noteNewest(api.db, api.blobs)
    await api.db.run(sql`delete from posts where id = ${id}`)
    await noteNewest(api.db, api.blobs)
    expect(await sweepBlobs(api.db, api.blobs, -1)).toBe(3)
    expect(await newest()).toBe(String(id))

    const next = await api.addPost(event, owner)
    await noteNewest(api.db, api.blobs)
    expect(await newest()).toBe(String(next.id))
  })

  it('is none where another process writes down a newer photo at that moment', async () => {
    await api.addPost(event, owner)
    await noteNewest(api.db, api.blobs)
    const db: Database = {
      ...api.db,
      async all<Row>(statement: Sql) {
        const rows = await api.db.all<Row>(statement)
        await api.addPost(event, owner)
        await noteNewest(api.db, api.blobs)
        return rows
      },
    }
    expect(await findBehind(db, api.blobs)).toBeUndefined()
  })
})
