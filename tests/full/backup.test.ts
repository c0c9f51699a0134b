import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { createApiClient, toForm } from '../support/api-client.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { checkIntegrity } from '../support/database-integrity.ts'
import { backUp, openPlaces, restore, startAt } from '../support/installation-places.ts'
import type { Places } from '../support/installation-places.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { makeSizedPhoto, sha256Of } from '../support/sized-photos.ts'
import { readStoredPhotos } from '../support/stored-photos.ts'
import { createTusCaller } from '../support/tus-caller.ts'

const TIMEOUT_MS = 10 * 60_000
const TUS_BYTES = 900_000
const TUS_SENT = 500_000

let places: Places

beforeAll(async () => {
  places = await openPlaces()
})
afterAll(() => places.close())

it.each([
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
] as const)(
  'an installation on %s, backed up while guests write, answers alike on %s as well',
  { timeout: TIMEOUT_MS },
  async (engine, otherEngine) => {
    const place = await places.add(engine)
    const folder = join(places.scratch, `backup-of-${engine}`)
    const orma = await startAt(place)
    const evening = await makeEvening(orma)

    // One that is made while guests write is of one moment.
    const stop = new AbortController()
    const writing = keepWriting(orma, evening, stop.signal)
    const during = await backUp(folder, place)
    stop.abort()
    const written = await writing
    expect(written).toBeGreaterThan(0)
    expect(during).toEqual({
      code: 0,
      error: '',
      out: expect.stringMatching(/^Backed up .* were copied, /),
    })
    const sqlite = await places.add('SQLite')
    expect((await restore(folder, sqlite)).code).toBe(0)
    const restored = {
      dataDir: sqlite.DATA_DIR,
      databaseAddress: join(sqlite.DATA_DIR, 'orma.db'),
    }
    await checkIntegrity(restored.databaseAddress)
    const photos = await readStoredPhotos(restored, evening.event.event_hash)
    expect(photos.length).toBeGreaterThanOrEqual(evening.posts.length)
    for (const { bytesSha256, sha256 } of photos) expect(bytesSha256).toBe(sha256)

    // The last one, of all that there is.
    const last = await backUp(folder, place)
    expect(last.code).toBe(0)
    expect(last.out).toMatch(/ [1-9]\d* files \(.*\) needed no copy: the same bytes lie there\.\n$/)
    expect((await restore(folder, place, '--check')).out).toMatch(/^The backup is whole: /)
    const before = await readAnswers(orma, evening)
    await orma.close()

    for (const target of [await places.add(engine), await places.add(otherEngine)]) {
      expect(await restore(folder, target)).toEqual({
        code: 0,
        error: '',
        out: expect.stringMatching(/^Restored .*\. The server can be started\.\n$/),
      })
      const again = await startAt(target)
      expect(await readAnswers(again, evening)).toEqual(before)
      await expectUploadToGoOn(again, evening)
      await again.close()
    }
  },
)

interface Evening {
  owner: Person
  guest: Person
  event: Event
  posts: Post[]
  upload: { id: string; bytes: Uint8Array }
}

/** An Orma with a banner, photos, likes, comments, and an upload that has come half of its way. */
async function makeEvening(orma: OrmaServer): Promise<Evening> {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const guest = await client.signUp('Gero Guest')
  const form = toForm({
    name: 'Anna & Ben',
    event_date: new Date().toISOString().slice(0, 10),
    banner: new File([new Uint8Array(await makePhoto({ seed: 9 }))], 'banner.jpg'),
  })
  const { body } = await client.call(api.createEvent, { token: owner.token, form })
  const event = body.event as Event
  const posts: Post[] = []
  for (const seed of [1, 2, 3]) {
    const reply = await client.upload(event, guest, await makePhoto({ seed }))
    posts.push(await client.whenProcessed(event, guest, reply.body.post.id as number))
  }
  const params = { event_hash: event.event_hash, post_id: posts[0]?.id ?? 0 }
  for (const { token } of [owner, guest]) {
    await client.call(api.likePost, { params, token, json: { post_id: params.post_id } })
    const json = { content: 'Ein „schöner“ Abend 🎉\n\\ "' }
    expect((await client.call(api.addComment, { params, token, json })).status).toBe(200)
  }
  const { bytes } = await makeSizedPhoto('half.jpg', TUS_BYTES, createSeededRandom(3))
  const tus = createTusCaller(orma, event, guest)
  const id = await tus.begin(bytes)
  await tus.patch(id, 0, bytes.subarray(0, TUS_SENT))
  return { owner, guest, event, posts, upload: { id, bytes } }
}

/** Comments, likes and uploads without a pause until it is told to stop; gives how many there were. */
async function keepWriting(
  orma: OrmaServer,
  { event, guest, posts }: Evening,
  stop: AbortSignal,
): Promise<number> {
  const client = createApiClient(orma)
  const post_id = posts[1]?.id ?? 0
  const params = { event_hash: event.event_hash, post_id }
  let written = 0
  const added: number[] = []
  while (!stop.aborted) {
    const uploaded = await client.upload(event, guest, await makePhoto({ seed: 100 + written }))
    expect(uploaded.status).toBeLessThan(300)
    added.push(uploaded.body.post.id as number)
    const json = { content: `comment ${written}` }
    await client.call(api.addComment, { params, token: guest.token, json })
    written += 1
  }
  // What is still made of them would be in what the server answers, and not in the backup.
  for (const id of added) await client.whenProcessed(event, guest, id)
  return written
}

/** What people get to see, with the bytes of every picture. */
async function readAnswers(orma: OrmaServer, { event, owner, guest, posts, upload }: Evening) {
  const client = createApiClient(orma)
  const { event_hash } = event
  const answers: unknown[] = []
  const ask = async (...[call, options]: Parameters<ApiClient['call']>) => {
    const { status, body } = await client.call(call, options)
    expect(status).toBe(200)
    answers.push(body)
  }
  for (const { token } of [owner, guest]) {
    await ask(api.verifySession, { token })
    await ask(api.getProfile, { token })
    await ask(api.listOwnEvents, { token })
    await ask(api.listOwnPosts, { params: { event_hash }, token })
    await ask(api.listPosts, { params: { event_hash, page: 1 }, token })
    await ask(api.listPeople, { params: { event_hash }, token: owner.token })
  }
  for (const { id } of posts) {
    await ask(api.getPost, { params: { event_hash, post_id: id } })
    await ask(api.listComments, { params: { event_hash, post_id: id } })
  }
  await ask(api.getEvent, { params: { event_hash } })
  const { headers } = await createTusCaller(orma, event, guest).head(upload.id)
  answers.push(headers.get('upload-offset'))
  const pictures = JSON.stringify(answers).matchAll(/"(\/media\/[^"?]+)"/g)
  const paths = [...new Set([...pictures].flatMap(([, path]) => path ?? []))].toSorted()
  expect(paths.length).toBeGreaterThan(2 * posts.length)
  for (const path of paths) {
    const response = await fetch(orma.url + path)
    expect(response.status).toBe(200)
    answers.push([path, response.headers.get('etag'), sha256Of(await response.bytes())])
  }
  return answers
}

async function expectUploadToGoOn(orma: OrmaServer, { event, guest, upload }: Evening) {
  const tus = createTusCaller(orma, event, guest)
  await tus.patch(upload.id, TUS_SENT, upload.bytes.subarray(TUS_SENT))
  const { body } = await tus.result(upload.id)
  expect(body.post.sha256).toBe(sha256Of(upload.bytes))
}
