import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Event } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { hashDistance } from '../../../server/media/perceptual-hash.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { OLDER_QUEUE } from '../../../server/uploads/look-at-older.ts'
import { createApiClient } from '../../support/api-client.ts'
import type { ApiClient, Person } from '../../support/api-client.ts'
import { openDatabase } from '../../support/database-places.ts'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'
import { makePhoto } from '../../support/photos.ts'

let orma: OrmaServer
let client: ApiClient
let guest: Person
let event: Event

beforeAll(async () => {
  orma = await startOrma()
  client = createApiClient(orma)
  guest = await client.signUp('Gero Guest')
  event = await client.createOrma(guest)
})
afterAll(() => orma.close())

interface Looked {
  id: number
  media_name: string
  perceptual_hash: string | null
  sharpness: number | null
  color: string | null
  taken_at: number | null
  burst_id: number | null
}

async function withDatabase<Result>(
  work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(orma.databaseAddress)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

function readTraits(): Promise<Looked[]> {
  return withDatabase((db) =>
    db.all<Looked>(sql`
      select id, media_name, perceptual_hash, sharpness, color, taken_at, burst_id
        from posts order by id`),
  )
}

function jobsLeft(): Promise<{ queue: string }[]> {
  return withDatabase((db) => db.all(sql`select queue from jobs where queue = ${OLDER_QUEUE}`))
}

/** As a server left them that knew nothing of traits. */
async function forgetTraits(): Promise<void> {
  await withDatabase((db) =>
    db.run(sql`
      update posts set perceptual_hash = null, sharpness = null, color = null, taken_at = null, burst_id = null`),
  )
}

async function share(seed: number, quality?: number): Promise<number> {
  const photo = await makePhoto({ width: 800, height: 600, orientation: 1, seed })
  const bytes = quality ? await worse(photo, quality) : photo
  const { body } = await client.upload(event, guest, bytes)
  return (await client.whenProcessed(event, guest, body.post.id)).id
}

/** The same photo, taken at the same time, with other bytes. */
function worse(photo: Buffer, quality: number): Promise<Buffer> {
  return sharp(photo).jpeg({ quality }).keepMetadata().toBuffer()
}

/** A thumbnail shows what the photo does, but for its finest detail. */
function expectAlike(now: Looked, before: Looked | undefined): void {
  const { perceptual_hash, sharpness, color: _color, ...others } = before!
  expect(now).toMatchObject(others)
  expect(hashDistance(now.perceptual_hash!, perceptual_hash!)).toBeLessThanOrEqual(4)
  expect(now.sharpness).toBeLessThanOrEqual(sharpness!)
  expect(now.sharpness).toBeGreaterThan(sharpness! / 3)
  expect(now.color).toMatch(/^#[0-9a-f]{6}$/)
}

describe('posts from before their photos were looked at', () => {
  it('are looked at once the server runs, as new ones are, though it is killed at it again and again', async () => {
    for (const seed of [1, 2, 3, 4, 5]) await share(seed)
    await share(1, 60)
    const before = await readTraits()
    const [first, sixth] = [before[0], before[5]]
    expect(sixth?.burst_id).toBe(first?.id)
    expect(before.every(({ perceptual_hash, color }) => perceptual_hash && color)).toBe(true)

    await orma.stop()
    await forgetTraits()
    for (let kill = 0; kill < 3; kill += 1) {
      await orma.restart()
      await orma.kill9()
    }
    expect(await jobsLeft()).toHaveLength(1)
    await orma.restart()
    await expect.poll(jobsLeft).toEqual([])
    for (const [at, now] of (await readTraits()).entries()) expectAlike(now, before[at])
    await orma.restart()
    expect(await jobsLeft()).toEqual([])
  })

  it('are passed by where their thumbnail is gone, and the others are looked at all the same', async () => {
    const before = await readTraits()
    const [first] = before
    await orma.stop()
    await forgetTraits()
    await rm(join(orma.dataDir, 'blobs', mediaKeys(first?.media_name ?? '').thumb))
    await orma.restart()
    await expect.poll(jobsLeft).toEqual([])
    const [passed, ...others] = await readTraits()
    expect(passed).toMatchObject({ perceptual_hash: null, burst_id: null })
    expect(others.every(({ burst_id }) => burst_id !== null)).toBe(true)
  })
})
