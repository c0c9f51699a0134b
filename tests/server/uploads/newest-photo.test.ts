import { describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import type { Database, Sql } from '../../../server/db/sql.ts'
import { setLastId } from '../../../server/db/tables.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { findBehind, NEWEST, noteNewest } from '../../../server/uploads/newest-photo.ts'
import { sweepBlobs } from '../../../server/uploads/sweep-blobs.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, owner, event } = freshOrma()

const newest = async () => {
  const bytes = await api.blobs.read(NEWEST)
  return bytes && Buffer.from(bytes).toString()
}

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
