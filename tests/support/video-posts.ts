import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { Post } from '../../contract/entities.ts'
import { videoKeys } from '../../server/posts/post-media.ts'
import { makeVideo } from './make-video.ts'
import type { VideoOptions } from './make-video.ts'
import type { OrmaServer } from './orma-server.ts'

/**
 * Turns photos of an Orma into videos, straight in the server's store: each photo is the poster of a real MP4, of two seconds unless
 * said otherwise. Waits for their large pictures: those of videos are not made any more, and the wall shows none without.
 */
export async function turnIntoVideos(
  { dataDir }: OrmaServer,
  posts: readonly Post[],
  { seconds = 2, ...options }: VideoOptions = {},
): Promise<void> {
  const made = join(dataDir, `made-${seconds}.mp4`)
  await makeVideo(made, { width: 640, height: 480, seconds, ...options })
  const db = new DatabaseSync(join(dataDir, 'orma.db'), { timeout: 10_000 })
  const lacking = db.prepare('select id from posts where id = ? and lacks_full = 1')
  for (const { id } of posts) while (lacking.get(id)) await setTimeout(100)
  const change = db.prepare(
    "update posts set kind = 'video', type = 'mp4', duration_ms = ? where id = ?",
  )
  for (const { id } of posts) {
    change.run(seconds * 1000, id)
    const row = db.prepare('select media_name from posts where id = ?').get(id)
    const file = join(dataDir, 'blobs', videoKeys(String(row?.['media_name'])).video)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, readFileSync(made))
  }
  db.exec('update events set feed_version = feed_version + 1')
  db.close()
}
