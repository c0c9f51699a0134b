import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VIDEO_MEDIA_TYPES } from '../../contract/video-type.ts'
import { addComment } from '../../server/comments/comments.ts'
import { sql } from '../../server/db/sql.ts'
import type { Database } from '../../server/db/sql.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { addLike } from '../../server/likes/likes.ts'
import { missingForVideos } from '../../server/media/ffmpeg.ts'
import { createSession, revokeSession } from '../../server/users/sessions.ts'
import { createCallBook } from '../bench/evening/call-book.ts'
import { createLine } from '../bench/evening/line.ts'
import { sendPhoto } from '../bench/evening/send-photo.ts'
import { hasDemoVideos, markDemoVideos } from './demo-folder.ts'
import { eveningBefore, localTime, readEvening, timeAt } from './evening.ts'
import type { DemoPerson, EveningVideo } from './evening.ts'
import { makeEveningVideo } from './make-video.ts'

interface Demo {
  folder: string
  /** Address of the server that runs. */
  origin: string
  event_hash: string
  /** By which the last evening is the one of its photos. */
  nowMs: number
}

/**
 * Adds the evening's videos to the demo's Orma as its guests do, once, with their likes and comments. Where there is no ffmpeg it has none. They are
 * made here: so they lie in nobody's download.
 */
export async function shareVideos(demo: Demo): Promise<void> {
  if (hasDemoVideos(demo.folder) || (await missingForVideos())) return
  const { people, videos } = await readEvening()
  const folder = await mkdtemp(join(tmpdir(), 'orma-demo-video-'))
  const db = openSqlite(join(demo.folder, 'orma.db'))
  try {
    const userAt = (place: number) => requireUser(db, people[place])
    for (const video of videos) {
      const file = join(folder, `${video.key}.mp4`)
      await makeEveningVideo(video, file)
      const token = await createSession(db, await userAt(video.author), Date.now())
      const post_id = await send(demo, token, { video, bytes: await readFile(file) })
      await revokeSession(db, token)
      for (const place of video.likedBy) {
        const like = { post_id, user_id: await userAt(place) }
        await db.transaction((tx) => addLike(tx, like, Date.now()))
      }
      for (const [place, content] of video.comments) {
        const comment = { post_id, user_id: await userAt(place), content }
        await db.transaction((tx) => addComment(tx, comment, Date.now()))
      }
    }
    markDemoVideos(demo.folder)
  } finally {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function requireUser(db: Database, person: DemoPerson | undefined): Promise<number> {
  const phone = person?.phone ?? ''
  const user = await db.get<{ id: number }>(sql`select id from users where phone = ${phone}`)
  if (!user) throw new Error(`nobody has the phone ${phone}`)
  return user.id
}

/** Uploads a video; one that was begun before goes on. Resolves to its post. */
async function send(
  { origin, event_hash, nowMs }: Demo,
  token: string,
  { video, bytes }: { video: EveningVideo; bytes: Buffer },
): Promise<number> {
  const line = createLine(origin, createCallBook(), new AbortController().signal)
  const { post } = await sendPhoto(line, {
    event_hash,
    token,
    key: video.key,
    bytes,
    takenAt: localTime(timeAt(eveningBefore(nowMs), video.taken)),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    filename: 'dance.mp4',
    filetype: VIDEO_MEDIA_TYPES.mp4,
    bytesPerSecond: Infinity,
  }).finally(() => line.close())
  if (!post) throw new Error('the demo takes no more videos')
  return post.id
}
