import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { sql } from '../../../server/db/sql.ts'
import { sweepFilms } from '../../../server/highlights/films.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { createApiClient } from '../../support/api-client.ts'
import { LONG, makeFilmDay, ONE_PHOTO, TWO_PHOTOS } from '../../support/film-day.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'

const api = await sharedWholeApi()
const blobs = createFsBlobStore(join(api.folder, 'blobs'))

describe('POST /events/{event_hash}/reel/{id}/render-video', () => {
  // Specification: 7.27
  it('makes the same film once, whoever asks for it at the same time or later', async () => {
    const day = await makeFilmDay(api, ONE_PHOTO)
    const answers = await Promise.all([day.render(), day.render()])
    const again = await day.render()
    const names = [...answers, again].map(({ body }) => nameIn(body.data.output))
    expect(new Set(names).size).toBe(1)
    expect(await filmsOf(day.event.id)).toHaveLength(1)
    expect(await day.state()).toEqual({ state: 'ready', percent: 100 })
  })

  // Specification: 7.27
  it('X14: refuses addresses of other than this day’s photos, and connects to none', async () => {
    let connections = 0
    const target = createServer().on('connection', () => (connections += 1))
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    const { port } = target.address() as AddressInfo
    const day = await makeFilmDay(api)
    const other = await makeFilmDay(api)
    const hidden = await makeFilmDay(api)
    await api.db.run(
      sql`update posts set status = 'FAILEDBYNUDITY' where event_id = ${hidden.event.id}`,
    )
    const config = await day.config()
    const [own] = day.posts
    const name = own?.media_name
    const urls = [
      `http://127.0.0.1:${port}/media/${name}/full.jpg`,
      `http://localhost:${port}/a.jpg`,
      `//127.0.0.1:${port}/media/${name}/full.jpg`,
      'http://[::1]/a.jpg',
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      '/etc/passwd',
      `/media/${name}/../../../etc/passwd`,
      `/media/${name}/full.jpg?x=http://127.0.0.1:${port}`,
      `/media/${name}/thumb.webp`,
      `concat:/media/${name}/full.jpg`,
      `/media/${other.posts[0]?.media_name}/full.jpg`,
      `/media/${hidden.posts[0]?.media_name}/full.jpg`,
      `/media/${'0'.repeat(32)}/full.jpg`,
    ]
    for (const url of urls) {
      const images = [...config.images, { url, special: false }]
      const { status, body } = await day.render({ images })
      expect({ url, status, field: body.field }).toEqual({
        url,
        status: 400,
        field: 'HighlightsImages',
      })
      expect((await day.render({ bgAudio: url })).status).toBe(400)
    }
    expect(await filmsOf(day.event.id)).toEqual([])
    expect(connections).toBe(0)
    target.close()
  })

  // Specification: 6.8
  it('is for the owner alone, and says so in the specified words', async () => {
    const day = await makeFilmDay(api)
    const other = await makeFilmDay(api, [])
    const HighlightsImages = await day.config()
    const refused = await day.call(calls.renderVideo, { HighlightsImages }, other.token)
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'Only the owner of the event can download the video!' },
    })
  })

  it('tells how far it is, and ends when it is cancelled', async () => {
    const day = await makeFilmDay(api)
    expect(await day.state()).toEqual({ state: 'idle', percent: 0 })
    const asked = day.render(LONG)
    await vi.waitUntil(async () => (await day.state()).percent > 0, { timeout: 120_000 })
    const { state, percent } = await day.state()
    expect(state).toBe('rendering')
    expect(percent).toBeLessThan(100)
    expect((await day.call(calls.cancelRender)).status).toBe(204)
    expect(await asked).toMatchObject({ status: 409, body: { code: 'render_cancelled' } })
    expect(await day.state()).toEqual({ state: 'idle', percent: 0 })
    // Nothing of it is left once its job has ended.
    expect((await api.readState())['films']).not.toContainEqual(
      expect.stringContaining(`"event_id":${day.event.id},`),
    )
  })

  it('ends when a photo of it is deleted, and is made without it', async () => {
    const day = await makeFilmDay(api, TWO_PHOTOS)
    const asked = day.render(LONG)
    await vi.waitUntil(async () => (await day.state()).percent > 0, { timeout: 120_000 })
    const params = { event_hash: day.event.event_hash, post_id: day.posts[0]?.id ?? 0 }
    const { token } = day
    const deleted = await createApiClient(api).call(calls.deletePost, { params, token })
    expect(deleted.status).toBe(204)
    expect(await asked).toMatchObject({ status: 400, body: { code: 'foreign_image' } })
    expect((await day.render()).status).toBe(200)
  })

  it('fails where a photo is lost, and is made again with all', async () => {
    const day = await makeFilmDay(api, ONE_PHOTO)
    const { full } = mediaKeys(day.posts[0]?.media_name ?? '')
    const jpeg = (await blobs.read(full))!
    await blobs.delete(full)
    expect(await day.render()).toMatchObject({
      status: 500,
      body: { error: 'Internal Server Error.' },
    })
    await blobs.put(full, jpeg)
    expect((await day.render()).status).toBe(200)
  })
})

describe('a video', () => {
  it('has an address for ten minutes, and goes with each of its photos', async () => {
    const day = await makeFilmDay(api, ONE_PHOTO)
    const output: string = (await day.render()).body.data.output
    expect((await fetch(api.url + output)).headers.get('cache-control')).toBe('private, no-store')
    expect((await fetch(api.url + (output.split('?')[0] ?? ''))).status).toBe(404)
    await api.db.run(
      sql`update posts set status = 'FAILEDBYNUDITY' where id = ${day.posts[0]?.id ?? 0}`,
    )
    expect((await fetch(api.url + output)).status).toBe(404)
    await sweep()
    expect(await filmsOf(day.event.id)).toEqual([])
    expect(await filmFiles(output)).toEqual([])
  })

  it('stays however old, and goes an hour after its day has another', async () => {
    const day = await makeFilmDay(api, ONE_PHOTO)
    const output: string = (await day.render()).body.data.output
    api.clock.advance(48 * 60 * 60_000)
    await sweep()
    expect(await filmFiles(output)).toHaveLength(1)
    await day.render()
    api.clock.advance(1)
    await api.db.run(sql`update events set name = 'Ben & Anna' where id = ${day.event.id}`)
    // Another name over the same pictures is another film.
    await day.render()
    await sweep()
    expect(await filmFiles(output)).toHaveLength(1)
    api.clock.advance(61 * 60_000)
    await sweep()
    expect(await filmFiles(output)).toEqual([])
  })
})

function sweep(): Promise<number> {
  return sweepFilms({ db: api.db, blobs, log: console as never }, api.clock.ms)
}

function nameIn(output: string): string {
  return /^\/media\/([0-9a-f]{32})\/film\.mp4\?/.exec(output)?.[1] ?? 'none'
}

function filmsOf(event_id: number) {
  return api.db.all(sql`select id from films where event_id = ${event_id}`)
}

async function filmFiles(output: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of blobs.list('film/')) if (key.includes(nameIn(output))) keys.push(key)
  return keys
}
