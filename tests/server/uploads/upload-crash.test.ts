import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, API_BASE } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { createApiClient, toForm } from '../../support/api-client.ts'
import type { ApiClient, Person } from '../../support/api-client.ts'
import { childrenOf } from '../../support/child-processes.ts'
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

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('a server ended by kill -9', () => {
  it('has every photo it answered for, none twice and no row without its file, wherever it was cut', async () => {
    const photo = await makePhoto({ width: 2400, height: 1800, seed: 7 })
    const keys: string[] = []
    for (const share of [0.05, 0.5, 0.98, 1]) {
      const key = randomUUID()
      keys.push(key)
      await sendPart(photo, key, share)
      await orma.kill9()
      await orma.restart()
      const reply = await client.upload(event, guest, photo, { key })
      expect([200, 201]).toContain(reply.status)
    }
    const feed = await whenAllShown(keys.length)
    expect(feed.map((post) => post.sha256)).toEqual(keys.map(() => sha256(photo)))
    await expectFilesOfAllRows()
  })

  it('renders after the restart what it was rendering when it was cut', async () => {
    const photo = await makePhoto({ seed: 8 })
    const { body } = await client.upload(event, guest, photo)
    await orma.kill9()
    await orma.restart()
    const post = await client.whenProcessed(event, guest, body.post.id)
    expect(post.status).toBe('COMPLETED')
  })
})

describe('a photo process that dies', () => {
  it('is started again; a photo it dies of three times is shown as failed', async () => {
    const photo = await makePhoto({ seed: 9 })
    const { body } = await client.upload(event, guest, photo)
    const processed = client.whenProcessed(event, guest, body.post.id)
    let isDone = false
    void processed.finally(() => (isDone = true))
    let killed = 0
    while (!isDone) {
      for (const pid of await childrenOf(orma.pid)) {
        if (tryKill(pid)) killed += 1
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await processed).status).toBe('FAILEDPROCESSING')
    expect(killed).toBeGreaterThanOrEqual(3)

    const next = await client.upload(event, guest, photo)
    expect((await client.whenProcessed(event, guest, next.body.post.id)).status).toBe('COMPLETED')
  })
})

/** Sends a share of an upload's bytes (1: all of them) without waiting for the answer. */
async function sendPart(photo: Buffer, key: string, share: number): Promise<void> {
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

async function whenAllShown(count: number): Promise<Post[]> {
  const params = { event_hash: event.event_hash }
  const { body } = await client.call(api.listPendingPosts, { params, token: guest.token })
  for (const post of body.posts as Post[]) await client.whenProcessed(event, guest, post.id)
  const feed = await client.call(api.listPosts, { params: { ...params, page: 1 } })
  expect(feed.body).toHaveLength(count)
  return feed.body as Post[]
}

async function expectFilesOfAllRows(): Promise<void> {
  const db = await openDatabase(orma.databaseAddress)
  const rows = await db.all<{ media_name: string; sha256: string }>(
    sql`select media_name, sha256 from posts`,
  )
  // PostgreSQL has no such question: it tests its pages as it reads them.
  const checked = db.isShared ? undefined : await db.get(sql`pragma integrity_check`)
  await db.close()
  if (checked) expect(checked).toEqual({ integrity_check: 'ok' })
  for (const row of rows) {
    const bytes = await readFile(join(orma.dataDir, 'blobs', mediaKeys(row.media_name).original))
    expect(sha256(bytes)).toBe(row.sha256)
  }
}

function tryKill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
    return false
  }
}
