import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { api, API_BASE } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import type { Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { toForm } from '../../support/api-client.ts'
import { childrenOf, isDecoding } from '../../support/child-processes.ts'
import { checkIntegrity } from '../../support/database-integrity.ts'
import { withDatabase } from '../../support/database-places.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { sha256Of } from '../../support/sized-photos.ts'
import { countStoredPhotos, readStoredPhotos } from '../../support/stored-photos.ts'

const isFull = process.env['ORMA_TEST_FULL'] === '1'
/** How often each cut is tried: F1 asks for 20. */
const ROUNDS = isFull ? 20 : 1
/** How much of an upload has been sent at a cut. */
const SHARES = isFull ? [0.05, 0.5, 0.98, 1] : [0.5, 1]
const LATER_MS = 4
/** Far less than a photo takes; without a pause this looking takes the core that its rendering needs. */
const LOOK_AGAIN_MS = 5
/** The tries of a photo that fails take half a minute. */
const DEADLINE_MS = ROUNDS * 60_000 + 240_000

const { orma, client, guest } = await sharedServer()
const event = await client.createOrma(guest)
// Large enough to be shown by its thumb first.
const photo = await makePhoto({ width: 2400, height: 1800, seed: 7 })
beforeEach(async () => {
  // The first try of a test may have failed while it was down.
  if (orma.hasEnded) await orma.restart()
})

describe('F1: a server ended by kill -9', () => {
  it(
    'has every photo it answered for, none twice, wherever it was cut',
    async () => {
      const ids = new Set<number>()
      const before = await countStoredPhotos(orma, event.event_hash)
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const share of SHARES) {
          const key = randomUUID()
          await sendPart(key, share)
          // Each round a little further on the way from the bytes to the answer, and to the renditions.
          if (share === 1) await wait(round * LATER_MS)
          await orma.kill9()
          await orma.restart()
          const { status, body } = await client.upload(event, guest, photo, { key })
          expect([200, 201]).toContain(status)
          expect(body.post.sha256).toBe(sha256Of(photo))
          ids.add(body.post.id)
        }
      }
      expect(ids.size).toBe(ROUNDS * SHARES.length)
      for (const id of ids) {
        expect(await client.whenProcessed(event, guest, id)).toMatchObject({ status: 'COMPLETED' })
      }
      expect(await countStoredPhotos(orma, event.event_hash)).toBe(before + ids.size)
      await expectAllStored()
    },
    DEADLINE_MS,
  )

  it(
    'has a post that was being deleted whole, or not at all',
    async () => {
      const small = await makePhoto({ width: 640, height: 480, seed: 10 })
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id } = await client.addPhoto(event, guest, small)
        const params = { event_hash: event.event_hash, post_id: id }
        const deleting = client
          .call(api.deletePost, { params, token: guest.token })
          .catch(() => null)
        await wait(round / 4)
        await orma.kill9()
        const answer = await deleting
        await orma.restart()
        const { status } = await client.call(api.getPost, { params, token: guest.token })
        expect(answer?.status === 204 ? [404] : [200, 404]).toContain(status)
      }
      await expectAllStored()
    },
    DEADLINE_MS,
  )

  it('makes after the restart the large picture of a photo that was shown without it', async () => {
    for (;;) {
      const { body } = await client.upload(event, guest, photo)
      const { id } = body.post as Post
      const isCaught = await killOnceShown(id)
      await orma.restart()
      const params = { event_hash: event.event_hash, post_id: id }
      const shown = await client.call(api.getPost, { params, token: guest.token })
      const post = await client.whenProcessed(event, guest, id)
      expect(post.status).toBe('COMPLETED')
      expect(post.image_url).not.toBe(post.compressed_url)
      const picture = await fetch(orma.url + post.image_url)
      expect(picture.status).toBe(200)
      // On a fast machine it was there before the kill: once more.
      if (!isCaught) continue
      expect(shown.body.post).toMatchObject({ status: 'COMPLETED' })
      return
    }
  })
})

describe('F7: a photo process that dies', () => {
  it(
    'is started again; a photo it dies of three times is shown as failed',
    async () => {
      const { body } = await client.upload(event, guest, photo)
      const processed = client.whenProcessed(event, guest, body.post.id)
      let isDone = false
      void processed.finally(() => (isDone = true))
      let killed = 0
      while (!isDone) {
        let isKilled = false
        // One that dies before says nothing of the photo.
        for (const pid of await childrenOf(orma.pid))
          if (await isDecoding(pid)) isKilled = tryKill(pid) || isKilled
        if (isKilled) killed += 1
        else await tryAgainNow()
        await wait(LOOK_AGAIN_MS)
      }
      expect((await processed).status).toBe('FAILEDPROCESSING')
      expect(killed).toBeGreaterThanOrEqual(3)

      expect((await client.addPhoto(event, guest, photo)).status).toBe('COMPLETED')
    },
    DEADLINE_MS,
  )
})

/** Kills the server as soon as a photo is shown; whether it had no large picture then. */
async function killOnceShown(post_id: number): Promise<boolean> {
  const params = { event_hash: event.event_hash, post_id }
  for (;;) {
    const { body } = await client.call(api.getPost, { params, token: guest.token })
    const { status } = body.post as Post
    if (status === 'COMPLETED') break
    await wait(LOOK_AGAIN_MS)
  }
  await orma.kill9()
  const row = await withDatabase(orma.databaseAddress, (db) =>
    db.get<{ lacks_full: number }>(sql`select lacks_full from posts where id = ${post_id}`),
  )
  return Number(row?.lacks_full) === 1
}

/** Sends a share of an upload's bytes (1: all of them) without waiting for the answer. */
async function sendPart(key: string, share: number): Promise<void> {
  const { event_hash } = event
  const form = toForm({ original_date: '2026-06-20T18:30:00+02:00', timezone: 'Europe/Paris' })
  form.set('image', new Blob([new Uint8Array(photo)]), 'photo.jpg')
  const encoded = new Request('http://localhost', { method: 'POST', body: form })
  const body = Buffer.from(await encoded.arrayBuffer())
  const sent = request(orma.url + API_BASE + endpointPath(api.uploadPhoto, { event_hash }), {
    method: 'POST',
    headers: {
      authorization: guest.token,
      'idempotency-key': key,
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': body.length,
    },
  })
  // The cut is what this is about.
  sent.on('error', () => undefined)
  const part = body.subarray(0, Math.floor(body.length * share))
  await new Promise<void>((resolve) => sent.write(part, () => resolve()))
}

async function expectAllStored(): Promise<void> {
  await checkIntegrity(orma.databaseAddress)
  for (const { sha256, bytesSha256 } of await readStoredPhotos(orma, event.event_hash))
    expect(bytesSha256).toBe(sha256)
}

/** Spares a failed job the half minute that it waits for its next try. */
function tryAgainNow() {
  return withDatabase(orma.databaseAddress, (db) =>
    db.run(sql`update jobs set run_at = 0 where state = 'ready' and failures > 0`),
  )
}

function tryKill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
    return false
  }
}
