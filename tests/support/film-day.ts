import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { API_BASE, api as calls } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Event } from '../../contract/entities.ts'
import type { FilmConfig } from '../../contract/film-config.ts'
import { createFsBlobStore } from '../../server/blobs/fs-blob-store.ts'
import { insertEvent } from '../../server/events/events.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import { createSession } from '../../server/users/sessions.ts'
import { addUser } from '../../server/users/users.ts'
import { addPost } from './add-post.ts'
import { makePhoto } from './photos.ts'
import type { WholeApi } from './whole-api.ts'

export const FILM_DAY = '2026-06-20'
/** Durations for films whose length does not matter. */
export const BRIEF = { normalDurationInSeconds: 0.5, specialDurationInSeconds: 0.5 }
let people = 0

/** The answer to a call about a film. */
interface FilmAnswer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of any shape
  body: any
}

/** An Orma with a day of real photos, and its owner. */
export interface FilmDay {
  event: Pick<Event, 'id' | 'event_hash'>
  token: string
  posts: { id: number; media_name: string }[]
  config: () => Promise<FilmConfig>
  /** Calls as the owner, unless another token is given. */
  call: (
    endpoint: Endpoint,
    body?: unknown,
    token?: string,
    signal?: AbortSignal,
  ) => Promise<FilmAnswer>
  render: (config?: FilmConfig, signal?: AbortSignal) => Promise<FilmAnswer>
  state: () => Promise<{ state: string; percent: number }>
}

export async function makeFilmDay(
  api: Pick<WholeApi, 'db' | 'clock' | 'folder' | 'port'>,
  sizes: readonly (readonly [width: number, height: number])[],
): Promise<FilmDay> {
  const { db, clock, folder, port } = api
  people += 1
  const phone = `1666${String(people).padStart(7, '0')}`
  const user = await addUser(db, { phone, name: 'Olga Owner', email: 'o@example.com' }, clock.ms)
  const token = await createSession(db, user.id, clock.ms)
  const event = await db.transaction((tx) =>
    insertEvent(tx, {
      name: 'Anna & Ben',
      event_date: `${FILM_DAY} 00:00:00.000`,
      seating_url: null,
      ends_at: null,
      profile_image: null,
      banner: null,
      user_id: user.id,
      created_at: clock.ms,
    }),
  )
  const blobs = createFsBlobStore(join(folder, 'blobs'))
  const posts: FilmDay['posts'] = []
  for (const [at, [width, height]] of sizes.entries()) {
    const original_date = `${FILM_DAY}T18:${String(10 + at)}:00+02:00`
    const parts = { db, blobs, nowMs: clock.ms + at }
    const post = await addPost(parts, { event, author: user }, { original_date })
    const jpeg = await makePhoto({ width, height, orientation: 1, seed: at + 1, gps: false })
    await blobs.put(mediaKeys(post.media_name).full, jpeg)
    posts.push(post)
  }
  const params = { event_hash: event.event_hash, product: 'reel', id: FILM_DAY }

  const call: FilmDay['call'] = async (endpoint, body, as = token, signal) => {
    const path = `${API_BASE}${endpointPath(endpoint, params)}`
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: endpoint.method,
      headers: { authorization: as, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const config = async () => (await call(calls.getHighlightConfig)).body.data.video_json
  return {
    event,
    token,
    posts,
    call,
    config,
    render: async (wanted, signal) =>
      call(calls.renderVideo, { HighlightsImages: wanted ?? (await config()) }, token, signal),
    state: async () => (await call(calls.getRender)).body,
  }
}

/** ffprobe's description of a film's only stream. */
export function probe(file: string): Record<string, unknown> {
  const streams = probeStreams(file)
  if (streams.length !== 1) throw new Error(`${streams.length} streams`)
  return streams[0] ?? {}
}

/** ffprobe's description of each stream of a film. */
export function probeStreams(file: string): Record<string, unknown>[] {
  const said = execFileSync('ffprobe', [
    '-v',
    'error',
    '-count_frames',
    '-show_streams',
    '-of',
    'json',
    file,
  ])
  const { streams } = JSON.parse(said.toString()) as { streams: Record<string, unknown>[] }
  return streams
}
