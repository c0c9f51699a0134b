import { randomUUID } from 'node:crypto'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { api as contract } from '../../../contract/api.ts'
import type { BlobContent } from '../../../server/blobs/blob-store.ts'
import { sql } from '../../../server/db/sql.ts'
import { createApiClient, toForm } from '../../support/api-client.ts'
import type { ApiClient, ClientReply } from '../../support/api-client.ts'
import { goodCall } from '../../support/calls/good-call.ts'
import { makeSmallWorld } from '../../support/calls/small-world.ts'
import type { SmallWorld } from '../../support/calls/small-world.ts'
import { toRequest } from '../../support/calls/valid-call.ts'
import type { Call, CallName } from '../../support/calls/valid-call.ts'
import { ownFolder, sharedFolder, sharedWholeApi } from '../../support/fixtures.ts'
import { canMount, mountSmallDisk } from '../../support/full-disk.ts'
import type { SmallDisk } from '../../support/full-disk.ts'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'
import { makePhoto } from '../../support/photos.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { makeSizedPhoto } from '../../support/sized-photos.ts'
import { createTusCaller } from '../../support/tus-caller.ts'
import { startWholeApi } from '../../support/whole-api.ts'

const STORING = ['uploadPhoto', 'appendToUpload', 'createEvent', 'updateEvent'] as const
const REFUSED = {
  success: false,
  error: 'The server has no room left just now. Please try again later.',
  code: 'disk_full',
}
const PHOTO_REFUSED = {
  ...REFUSED,
  error: 'The server has no space left. Your photo is safe on your phone.',
}

let isFull: boolean | 'renditions' = false
let world: SmallWorld
const folder = await sharedFolder()
const photo = await makePhoto({ width: 64, height: 48, gps: false })
const api = await sharedWholeApi({
  watchBlobs: (blobs) => ({
    ...blobs,
    put: (key, content, options) =>
      blobs.put(key, isFullFor(key) ? untilFull(content) : content, options),
  }),
})

function isFullFor(key: string): boolean {
  return isFull === 'renditions' ? /^(full|thumb)\//.test(key) : isFull
}

/** Fails at the first byte, as a write to a full disk does. */
async function* untilFull(content: BlobContent): AsyncGenerator<Uint8Array> {
  if (content) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  yield new Uint8Array()
}

async function answerTo(name: CallName) {
  const answer = await sendRaw(api.port, toRequest(withImage(goodCall(name, world, photo))))
  return { status: answer?.status, body: answer?.text ? JSON.parse(answer.text) : undefined }
}

function withImage(call: Call): Call {
  if (!call.endpoint.form || 'image' in call.endpoint.form.files) return call
  const banner = { name: 'banner', content: photo, filename: 'banner.jpg' }
  return { ...call, parts: [...(call.parts ?? []), banner] }
}

describe('F3: a full disk', () => {
  beforeEach(async () => {
    isFull = false
    await api.empty()
    world = await makeSmallWorld(api, photo.length)
  })

  it.each(STORING)(
    'has %s refused, keeping nothing, and taken once there is room',
    async (name) => {
      const before = await api.readState()
      isFull = true
      const isPhoto = name === 'uploadPhoto' || name === 'appendToUpload'
      const body = isPhoto ? PHOTO_REFUSED : REFUSED
      expect(await answerTo(name)).toEqual({ status: 507, body })
      expect(await api.readState()).toEqual(before)
      expect((await answerTo('getPost')).status).toBe(200)
      isFull = false
      expect((await answerTo(name)).status).toBeLessThan(300)
    },
  )

  it('has a photo wait for room to be rendered, and renders it then', async () => {
    const newest = sql`select status from posts order by id desc limit 1`
    const waiting = () =>
      api.db.get(sql`select state, failures from jobs where run_at > ${api.clock.ms}`)
    isFull = 'renditions'
    expect((await answerTo('uploadPhoto')).status).toBe(201)
    await expect.poll(waiting).toEqual({ state: 'ready', failures: 0 })
    expect(await api.db.get(newest)).toEqual({ status: 'READYFORPROCESSING' })
    isFull = false
    const later = async () => {
      api.clock.advance(10_000)
      return api.db.get(newest)
    }
    await expect.poll(later).toEqual({ status: 'COMPLETED' })
  })
})

describe.runIf(canMount())('a disk of its own for the photos', () => {
  it('gives the room for Ormas; who runs it hears of both disks', async () => {
    const large = await ownFolder()
    const small = join(large, 'small')
    const disk = mountSmallDisk(small, 2)
    onTestFinished(() => disk.remove())
    await symlink(large, join(small, 'blobs'))
    await symlink(small, join(large, 'blobs'))
    for (const [dataDir, isRoomy] of [
      [small, true],
      [large, false],
    ] as const) {
      const whole = await startWholeApi({ env: { DATA_DIR: dataDir } })
      const someone = { phone: '15551230000', name: 'Anna', email: 'a@example.com' }
      const owner = await whole.signUp(someone)
      const event = await createApiClient(whole).createOrma(owner)
      expect((event.storageLimit ?? 0) > 2 ** 21, dataDir).toBe(isRoomy)
      const ready = await fetch(`${whole.url}/readyz`)
      expect(await ready.text()).toMatch(/^ok, but little room is left on the disk: 2 MB/)
      await whole.close()
    }
  })
})

// Only root may mount a disk; without it the tests above fill none, but fail each write of a file.
describe.runIf(canMount())('a data folder on a disk without one free byte', () => {
  let disk: SmallDisk
  let orma: OrmaServer
  let client: ApiClient
  beforeAll(async () => {
    disk = mountSmallDisk(join(folder, 'disk'), 64)
    orma = await startOrma({ dataDir: disk.folder, env: { LOG_LEVEL: 'info' } })
    client = createApiClient(orma)
  })
  afterAll(async () => {
    await orma?.close()
    disk.remove()
  })

  const textOf = async (path: string) => {
    const response = await fetch(orma.url + path)
    return [response.status, await response.text()] as const
  }
  const gauge = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await textOf('/metrics'))[1])?.[1])

  it('F3: refuses all that writes, goes on reading, and needs no restart', async () => {
    const owner = await client.signUp('Olga Owner')
    const event = await client.createOrma(owner)
    const params = { event_hash: event.event_hash, page: 1 }
    const small = await makePhoto({ width: 320, height: 240 })
    const { bytes: large } = await makeSizedPhoto('large.jpg', 8_000_000, createSeededRandom(1))
    const { body: first } = await client.upload(event, owner, small)
    await client.whenProcessed(event, owner, first.post.id)
    const tus = createTusCaller(orma, event, owner)
    const begun = await tus.begin(small)
    const { body: code } = await client.call(contract.startRegistration, {
      json: { phone: '15551239999' },
    })
    expect((await textOf('/readyz'))[0]).toBe(200)
    expect((await textOf('/readyz'))[1]).toMatch(/^ok, but little room is left on the disk: \d+ MB/)
    expect(await gauge('orma_disk_full')).toBe(0)
    expect(await gauge('orma_disk_free_bytes')).toBeGreaterThan(10_000_000)

    disk.fill()
    const { token } = owner
    const { id: post_id } = first.post
    const form = toForm({ name: 'Full', event_date: '2026-06-20' })
    const like = { params: { ...params, post_id }, token, json: { post_id } }
    const json = { post_id, content: 'Such a fine day' }
    const verify = { code: '0000', phone: '15551239999', request_id: code.request_id, name: 'A' }
    const writes: Record<string, () => Promise<ClientReply>> = {
      'a small upload': () => client.upload(event, owner, small),
      'a large upload': () => client.upload(event, owner, large),
      'the beginning of an upload': () => tus.create(small, { key: randomUUID() }),
      'a chunk': () => tus.patch(begun, 0, small),
      'a like': () => client.call(contract.likePost, { ...like, key: randomUUID() }),
      'a comment': () => client.call(contract.addComment, { ...like, json, key: randomUUID() }),
      'a sign-in': () =>
        client.call(contract.startRegistration, { json: { phone: '15551238888' } }),
      'a code': () =>
        client.call(contract.verifyRegistration, { json: { ...verify, email: 'a@example.com' } }),
      'an Orma': () => client.call(contract.createEvent, { token, form }),
      'a deletion': () => client.call(contract.deletePost, { params: like.params, token }),
      'a sign-out': () => client.call(contract.logout, { token }),
    }
    // More than one round: a write that fails must not let a later one through in part, nor stand in its way.
    for (let round = 0; round < 2; round += 1) {
      for (const [what, write] of Object.entries(writes)) {
        const { status, body } = await write()
        const refused = /upload|chunk/.test(what) ? PHOTO_REFUSED : REFUSED
        expect({ what, status, body }).toEqual({ what, status: 507, body: refused })
      }
    }
    expect((await client.call(contract.listPosts, { params })).status).toBe(200)
    expect((await client.call(contract.getProfile, { token })).status).toBe(200)
    expect((await textOf(`/${event.event_hash}`))[0]).toBe(200)
    expect((await textOf(`/${'A'.repeat(22)}`))[0]).toBe(200)
    const unknown = { params: { event_hash: 'A'.repeat(22) } }
    expect((await client.call(contract.getEvent, unknown)).status).toBe(404)
    const notReady = [503, 'not ready: disk full']
    expect([await textOf('/readyz'), await textOf('/readyz')]).toEqual([notReady, notReady])
    expect((await textOf('/healthz'))[0]).toBe(200)
    expect(await gauge('orma_disk_full')).toBe(1)
    expect(orma.errors.some((line) => line.includes('the disk is full'))).toBe(true)
    expect(orma.errors.join('\n')).not.toMatch(/ at .*\.ts|"level":"error"/)

    disk.free()
    for (const [what, write] of Object.entries(writes)) {
      const { status } = await write()
      expect({ what, status }).not.toEqual({ what, status: 507 })
      expect(status).toBeLessThan(what === 'a code' ? 402 : 300)
    }
    expect([await textOf('/readyz'), await textOf('/readyz')].map(([code]) => code)).toEqual([
      200, 200,
    ])
  })
})
