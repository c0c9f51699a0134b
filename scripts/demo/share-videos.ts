import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import {
  CHUNK_TYPE,
  TUS_RESUMABLE,
  TUS_VERSION,
  UPLOAD_LENGTH,
  UPLOAD_METADATA,
  UPLOAD_OFFSET,
} from '../../contract/tus-protocol.ts'
import { sql } from '../../server/db/sql.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { missingForFilms } from '../../server/media/ffmpeg.ts'
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
  nowMs: number
}

/**
 * Adds the evening's videos to the demo's Orma as its guests do, once. Where there is no ffmpeg it has none. They are made now: so
 * they lie in nobody's download.
 */
export async function shareVideos(demo: Demo): Promise<void> {
  if (hasDemoVideos(demo.folder) || (await missingForFilms())) return
  const { people, videos } = await readEvening()
  const start = eveningBefore(demo.nowMs)
  const folder = await mkdtemp(join(tmpdir(), 'orma-demo-video-'))
  try {
    for (const video of videos) {
      const file = join(folder, `${video.key}.mp4`)
      await makeEveningVideo(video, file)
      const author = people[video.author]
      if (!author) throw new Error(`nobody has the place ${video.author}`)
      const sent = { video, bytes: await readFile(file), takenAt: timeAt(start, video.taken) }
      await asPerson(demo, author, (token) => send(demo, token, sent))
    }
    markDemoVideos(demo.folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Signs somebody in for as long as `act` takes. */
async function asPerson(
  { folder, nowMs }: Demo,
  { phone }: DemoPerson,
  act: (token: string) => Promise<void>,
): Promise<void> {
  const db = openSqlite(join(folder, 'orma.db'))
  try {
    const user = await db.get<{ id: number }>(sql`select id from users where phone = ${phone}`)
    if (!user) throw new Error(`nobody has the phone ${phone}`)
    const token = await createSession(db, user.id, nowMs)
    try {
      await act(token)
    } finally {
      await revokeSession(db, token)
    }
  } finally {
    await db.close()
  }
}

interface SentVideo {
  video: EveningVideo
  bytes: Buffer
  /** Milliseconds since the epoch. */
  takenAt: number
}

/** Uploads a video; one that was begun before goes on. */
async function send(
  { origin, event_hash }: Demo,
  authorization: string,
  { video, bytes, takenAt }: SentVideo,
): Promise<void> {
  const headers = { authorization, [TUS_RESUMABLE]: TUS_VERSION }
  const call = async (
    method: string,
    address: string,
    more: object,
    body?: Uint8Array<ArrayBuffer>,
  ) => {
    const answer = await fetch(address, {
      method,
      headers: { ...headers, ...more },
      body: body ?? null,
    })
    if (!answer.ok) throw new Error(`${method} of a video: ${answer.status} ${await answer.text()}`)
    return answer.headers
  }
  const begun = await call(
    'POST',
    origin + API_BASE + endpointPath(api.createUpload, { event_hash }),
    {
      [UPLOAD_LENGTH]: String(bytes.length),
      [UPLOAD_METADATA]: encodeMetadata({
        key: video.key,
        filename: 'dance.mp4',
        filetype: 'video/mp4',
        original_date: localTime(takenAt),
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    },
  )
  const offset = Number(begun.get(UPLOAD_OFFSET) ?? 0)
  if (offset === bytes.length) return
  const upload = new URL(begun.get('location') ?? '', origin).href
  const chunk = { 'content-type': CHUNK_TYPE, [UPLOAD_OFFSET]: String(offset) }
  await call('PATCH', upload, chunk, new Uint8Array(bytes.subarray(offset)))
}

function encodeMetadata(metadata: Readonly<Record<string, string>>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join()
}
