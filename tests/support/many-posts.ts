import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Event, PostStatus } from '../../contract/entities.ts'
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
 * but no pictures, and nothing processes them.
 */
export function addManyPosts(
  orma: OrmaServer,
  event: Event,
  { user }: Person,
  count: number,
  status: PostStatus = 'COMPLETED',
  lastAt = Date.now(),
): void {
  const db = new DatabaseSync(join(orma.dataDir, 'orma.db'))
  db.exec('pragma busy_timeout = 10000; begin immediate')
  const insert = db.prepare(
    `insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date,
       timezone, description, width, height, thumbhash, created_at, published_at)
     values (?, ?, ?, ?, 1, 'jpeg', ?, '2026-06-14T20:00:00+02:00', 'Europe/Berlin', '1',
       ?, ?, ?, ?, ?)`,
  )
  for (let at = 0; at < count; at += 1) {
    const [width, height] = SHAPES[at % SHAPES.length] ?? SHAPES[0]
    const time = lastAt - (count - at) * 1000
    const name = () => randomBytes(16).toString('hex')
    const published = status === 'COMPLETED' ? time : null
    const media = [name(), name(), width, height, THUMBHASH, time] as const
    insert.run(event.id, user.id, status, ...media, published)
  }
  if (status === 'COMPLETED') {
    db.prepare(
      'update events set post_count = post_count + ?, feed_version = feed_version + 1 where id = ?',
    ).run(count, event.id)
  }
  db.exec('commit')
  db.close()
}
