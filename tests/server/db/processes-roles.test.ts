import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startApp } from '../../../server/app.ts'
import type { App, AppParts } from '../../../server/app.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { readConfig } from '../../../server/config.ts'
import { sql } from '../../../server/db/sql.ts'
import { collectLog } from '../../support/api.ts'
import { makeBareDatabase, openDatabase } from '../../support/database-places.ts'
import { refusedStart } from '../../support/failed-start.ts'
import { makeFilmDay, ONE_PHOTO } from '../../support/film-day.ts'
import { sharedFolder, sharedServer } from '../../support/fixtures.ts'
import { startOrma } from '../../support/orma-server.ts'
import { makePhoto, makePhotoFile } from '../../support/photos.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

const SMALL = { width: 800, height: 600 }

const folder = await sharedFolder()
const { address } = await makeBareDatabase()
// Without any program of the machine's: it cannot make films.
const env = { ROLE: 'web', PATH: '' }
const server = await sharedServer({ databaseUrl: address, dataDir: folder, env })
const { orma: web, client, owner, event } = server
const db = await openDatabase(address)
afterAll(() => db.close())

/** A worker in this process. */
async function startWorker(): Promise<App> {
  const DATABASE_URL = web.databaseAddress
  const parts: AppParts = {
    config: readConfig({ ROLE: 'worker', DATA_DIR: folder, DATABASE_URL, MODERATION: 'off' }),
    db,
    blobs: createFsBlobStore(join(folder, 'blobs')),
    sms: { send: async () => undefined },
    secret: Buffer.alloc(32, 7),
    now: Date.now,
    log: collectLog([]),
    metrics: new Registry(),
    dist: undefined,
  }
  return startApp(parts)
}

describe('a web process', () => {
  it('leaves every job to workers, which take up what waits when they start', async () => {
    const { body } = await client.upload(event, owner, await makePhoto({ ...SMALL, seed: 1 }))
    expect(await db.all(sql`select queue, state, tries from jobs`)).toEqual([
      { queue: 'photo', state: 'ready', tries: 0 },
    ])
    const worker = await startWorker()
    expect(await client.whenProcessed(event, owner, body.post.id)).toMatchObject({
      status: 'COMPLETED',
    })
    await worker.close()
  })

  it("makes by itself what its answers need: an Orma's picture, and smaller ones of it", async () => {
    const banner = await makePhotoFile({ ...SMALL, seed: 2 })
    const { status, body } = await client.changeOrma(event, owner, { banner })
    expect(status).toBe(200)
    const small = await fetch(`${web.url}${body.event.event_banner_url}?w=1200`)
    expect(small.headers.get('content-type')).toBe('image/webp')
  })

  it("asks for a video's poster where it has no ffmpeg, whatever its workers have", async () => {
    const filmed = await client.createOrma(owner, { allowVideos: 'true' })
    const metadata = { filetype: 'video/mp4' }
    const begun = await createTusCaller(web, filmed, owner).create(Buffer.alloc(9), { metadata })
    expect(begun.headers.get('upload-poster')).toBe('wanted')
  })

  it('has a film wait for a worker with ffmpeg, where another is without', async () => {
    const place = { databaseUrl: web.databaseAddress, dataDir: folder }
    const worker = await startOrma({ ...place, env: { ROLE: 'worker', PATH: '' } })
    onTestFinished(() => worker.close())
    const day = await filmDay()
    const rendering = day.render()
    // It looks for jobs every two seconds.
    await pause(3_000)
    expect(await day.state()).toEqual({ state: 'waiting', percent: 0 })
    const able = await startWorker()
    onTestFinished(() => able.close())
    expect((await rendering).status).toBe(200)
  })
})

describe('a process with a role', () => {
  it.each(['web', 'worker'])(
    'as %s does not start without the photos of the others',
    async (ROLE) => {
      await client.upload(event, owner, await makePhoto({ ...SMALL, seed: 4 }))
      const DATA_DIR = join(folder, 'another')
      const DATABASE_URL = web.databaseAddress
      expect(await refusedStart({ ROLE, DATA_DIR, DATABASE_URL })).toBe(
        `Orma cannot start. None of the newest photos is in ${join(DATA_DIR, 'blobs')}: a process with ROLE=${ROLE} needs the photos of all others, in the same bucket (S3_*) or in a DATA_DIR that all reach.\n`,
      )
    },
  )
})

describe('a worker that nothing but words can wake', () => {
  let worker: App
  let probes = 0
  beforeEach(async () => {
    // It would look for jobs every two seconds.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    worker = await startWorker()
    vi.useRealTimers()
    // It listens once its database does: on the same line, one channel after the other.
    probes += 1
    await new Promise<unknown>((heard) => db.listen(`probe_${probes}`, heard))
  })
  afterEach(() => worker.close())

  it('is told at once of a photo that a web process has taken', async () => {
    const { body } = await client.upload(event, owner, await makePhoto({ ...SMALL, seed: 3 }))
    expect(await client.whenProcessed(event, owner, body.post.id)).toMatchObject({
      status: 'COMPLETED',
    })
  })

  it('makes a film that was asked for of a web process without ffmpeg', async () => {
    const day = await filmDay()
    await expect.poll(async () => (await day.render()).status).toBe(200)
  })

  it('answers the operator, and nobody else', async () => {
    const ask = async (path: string) => {
      const answer = await worker.fetch(new Request(`http://localhost${path}`))
      return answer.status
    }
    const operators = await Promise.all(['/healthz', '/readyz', '/metrics'].map(ask))
    expect(operators).toEqual([200, 200, 200])
    const { event_hash } = event
    const paths = ['/', `/${event_hash}`, `/api/events/${event_hash}/posts/1`, '/media/music/a.m4a']
    expect(await Promise.all(paths.map(ask))).toEqual(paths.map(() => 404))
  })
})

async function filmDay() {
  const clock = { ms: Date.now(), advance: () => undefined }
  return makeFilmDay({ ...web, db, clock, folder }, ONE_PHOTO)
}
