import { join } from 'node:path'
import { api as calls } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { FilmConfig } from '../../contract/film-config.ts'
import { createFsBlobStore } from '../../server/blobs/fs-blob-store.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import { addPost } from './add-post.ts'
import { createApiClient } from './api-client.ts'
import { makePhoto } from './photos.ts'
import type { WholeApi } from './whole-api.ts'

export const FILM_DAY = '2026-06-20'
/** Of films whose length does not matter. */
const BRIEF = { normalDurationInSeconds: 0.5, specialDurationInSeconds: 0.5 }
/** Of films that something happens to while they are made. */
export const LONG = { normalDurationInSeconds: 3, specialDurationInSeconds: 3 }
/** Of days of which it does not matter that there are more: a film takes a second for each. */
export const ONE_PHOTO = [[320, 400]] as const
export const TWO_PHOTOS = [
  [320, 400],
  [400, 320],
] as const
const THREE_PHOTOS = [
  [320, 400],
  [400, 320],
  [320, 400],
] as const

export type FilmDay = Awaited<ReturnType<typeof makeFilmDay>>

/** An Orma with a day of real photos, and its owner. */
export async function makeFilmDay(
  api: Pick<WholeApi, 'db' | 'clock' | 'folder' | 'url' | 'codeFor'>,
  sizes: readonly (readonly [width: number, height: number])[] = THREE_PHOTOS,
) {
  const { db, clock, folder } = api
  const client = createApiClient(api)
  const { user, token } = await client.signUp('Olga Owner')
  const event = await client.createOrma({ token }, { event_date: FILM_DAY })
  const blobs = createFsBlobStore(join(folder, 'blobs'))
  const posts: { id: number; media_name: string }[] = []
  for (const [at, [width, height]] of sizes.entries()) {
    const original_date = `${FILM_DAY}T18:${String(10 + at)}:00+02:00`
    const parts = { db, blobs, nowMs: clock.ms + at }
    const post = await addPost(parts, { event, author: user }, { original_date })
    const jpeg = await makePhoto({ width, height, orientation: 1, seed: at + 1, gps: false })
    await blobs.put(mediaKeys(post.media_name).full, jpeg)
    posts.push(post)
  }
  const params = { event_hash: event.event_hash, product: 'reel', id: FILM_DAY }

  /** Calls as the owner, unless another token is given. */
  const call = (
    endpoint: Endpoint,
    json?: unknown,
    as = token,
    signal: AbortSignal | null = null,
  ) => client.call(endpoint, { params, json, token: as, signal })
  const config = async (): Promise<FilmConfig> =>
    (await call(calls.getHighlightConfig)).body.data.video_json
  return {
    event,
    token,
    posts,
    call,
    config,
    /** Asks for a brief film of the day as it is now, unless `changes` say otherwise. */
    async render(changes: Partial<FilmConfig> = {}, signal?: AbortSignal) {
      const HighlightsImages = { ...(await config()), ...BRIEF, ...changes }
      return call(calls.renderVideo, { HighlightsImages }, token, signal)
    },
    state: async (): Promise<{ state: string; percent: number }> =>
      (await call(calls.getRender)).body,
  }
}
