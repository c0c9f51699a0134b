import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Event, PostStatus } from '../../contract/entities.ts'
import { newMediaName } from '../../server/blobs/blob-store.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import type { Person } from './api-client.ts'
import type { OrmaServer } from './orma-server.ts'

const SHAPES = [
  [1600, 1200],
  [1200, 1600],
  [1920, 1080],
  [1400, 1400],
] as const
const THUMBHASH = '1QcSHQRnh493V4dIh4eXh1h4kJUI'

/**
 * Adds posts to an Orma straight in the server's database, one second apart, by default the last one now. They have sizes and thumbhashes
 * but no pictures, and nothing processes them. Each has an original of one byte: a server does not start where its photos are gone.
 */
export function addManyPosts(...[orma, ...posts]: Parameters<typeof addPostRows>): void {
  for (const media_name of addPostRows(orma, ...posts)) {
    const file = join(orma.dataDir, 'blobs', mediaKeys(media_name).original)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'x')
  }
}

/** Adds the rows of such posts alone, for more of them than anybody wants files of; gives their `media_name`s. */
export function addPostRows(
  orma: OrmaServer,
  event: Event,
  { user }: Person,
  count: number,
  status: PostStatus = 'COMPLETED',
  lastAt = Date.now(),
): string[] {
  const db = new DatabaseSync(join(orma.dataDir, 'orma.db'))
  db.exec('pragma busy_timeout = 10000; begin immediate')
  const insert = db.prepare(
    `insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date,
       timezone, description, width, height, thumbhash, created_at, published_at)
     values (?, ?, ?, ?, 1, 'jpeg', ?, '2026-06-14T20:00:00+02:00', 'Europe/Berlin', '1',
       ?, ?, ?, ?, ?)`,
  )
  const names = Array.from({ length: count }, newMediaName)
  for (const [at, media_name] of names.entries()) {
    const [width, height] = SHAPES[at % SHAPES.length] ?? SHAPES[0]
    const time = lastAt - (count - at) * 1000
    const published = status === 'COMPLETED' ? time : null
    const sha256 = randomBytes(16).toString('hex')
    const media = [sha256, media_name, width, height, THUMBHASH, time] as const
    insert.run(event.id, user.id, status, ...media, published)
  }
  if (status === 'COMPLETED') {
    db.prepare(
      'update events set post_count = post_count + ?, feed_version = feed_version + 1 where id = ?',
    ).run(count, event.id)
  }
  db.exec('commit')
  db.close()
  return names
}
