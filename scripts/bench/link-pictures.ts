import { link, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Event } from '../../contract/entities.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import type { OrmaServer } from '../../tests/support/orma-server.ts'

/** Gives posts that `addPostRows` has made the pictures of uploaded ones, in turn, each under its own address. */
export async function linkPictures(
  orma: OrmaServer,
  event: Event,
  uploaded: readonly number[],
): Promise<void> {
  const db = new DatabaseSync(join(orma.dataDir, 'orma.db'), { readOnly: true })
  const rows = db
    .prepare('select id, media_name as name from posts where event_id = ?')
    .all(event.id) as { id: number; name: string }[]
  db.close()
  const given = rows.filter(({ id }) => uploaded.includes(id))
  const bare = rows.filter(({ id }) => !uploaded.includes(id))
  const place = (key: string) => join(orma.dataDir, 'blobs', key)
  for (const [at, { name }] of bare.entries()) {
    const source = mediaKeys(given[at % given.length]?.name ?? '')
    const target = mediaKeys(name)
    for (const rendition of ['thumb', 'full'] as const) {
      const file = place(target[rendition])
      await mkdir(dirname(file), { recursive: true })
      await link(place(source[rendition]), file)
    }
  }
}
