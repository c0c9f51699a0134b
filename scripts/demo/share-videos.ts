import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Post } from '../../contract/entities.ts'
import {
  CHUNK_TYPE,
  TUS_RESUMABLE,
  TUS_VERSION,
  UPLOAD_LENGTH,
  UPLOAD_METADATA,
  UPLOAD_OFFSET,
} from '../../contract/tus-protocol.ts'
import { VIDEO_MEDIA_TYPES } from '../../contract/video-type.ts'
import { addComment } from '../../server/comments/comments.ts'
import { sql } from '../../server/db/sql.ts'
import type { Database } from '../../server/db/sql.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { addLike } from '../../server/likes/likes.ts'
import { missingForVideos } from '../../server/media/ffmpeg.ts'
import { createSession, revokeSession } from '../../server/users/sessions.ts'
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
  authorization: string,
  { video, bytes }: { video: EveningVideo; bytes: Buffer },
): Promise<number> {
  const call = async (
    method: string,
    address: string,
    headers: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer>,
  ) => {
    const own = { authorization, [TUS_RESUMABLE]: TUS_VERSION }
    const sent = { method, headers: { ...own, ...headers }, body: body ?? null }
    const answer = await fetch(address, sent)
    if (!answer.ok) throw new Error(`${method} of a video: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const uploads = origin + API_BASE + endpointPath(api.createUpload, { event_hash })
  const { headers: begun } = await call('POST', uploads, {
    [UPLOAD_LENGTH]: String(bytes.length),
    [UPLOAD_METADATA]: encodeMetadata({
      key: video.key,
      filename: 'dance.mp4',
      filetype: VIDEO_MEDIA_TYPES.mp4,
      original_date: localTime(timeAt(eveningBefore(nowMs), video.taken)),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  })
  const upload = new URL(begun.get('location') ?? '', origin).href
  const offset = Number(begun.get(UPLOAD_OFFSET) ?? 0)
  if (offset < bytes.length) {
    const chunk = { 'content-type': CHUNK_TYPE, [UPLOAD_OFFSET]: String(offset) }
    await call('PATCH', upload, chunk, new Uint8Array(bytes.subarray(offset)))
  }
  const { post } = (await (await call('GET', upload)).json()) as { post: Pick<Post, 'id'> }
  return post.id
}

function encodeMetadata(metadata: Readonly<Record<string, string>>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join()
}
