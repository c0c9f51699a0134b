import { request } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeSmallWorld } from '../../support/calls/small-world.ts'
import { goodCall } from '../../support/calls/good-call.ts'
import type { SmallWorld } from '../../support/calls/small-world.ts'
import { CALLS, toRequest } from '../../support/calls/valid-call.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { sendRaw } from '../../support/raw-http.ts'
import type { RawRequest } from '../../support/raw-http.ts'
import type { StoredState } from '../../support/stored-state.ts'

const FORMS = CALLS.filter(([, { form }]) => form)
const READING_A_BODY = CALLS.filter(([, { body, form, bytes }]) => body ?? form ?? bytes)
/** One of each kind. */
const GOING_ON = ['addComment', 'appendToUpload', 'uploadPhoto'] as const
const PIECE = Buffer.alloc(64 * 1024, 'x')
const MORE_THAN_ANY = 200 * 1024 * 1024

let world: SmallWorld
let state: StoredState
const api = await sharedWholeApi({ env: { MAX_UPLOAD_BYTES: '1000000' } })
const photo = await makePhoto({ width: 64, height: 48, gps: false })
beforeEach(async () => {
  await api.empty()
  world = await makeSmallWorld(api, photo.length)
  state = await api.readState()
})

async function refusalOf(raw: RawRequest): Promise<[number | undefined, string]> {
  const answer = await sendRaw(api.port, raw)
  expect(await api.readState()).toEqual(state)
  return [answer?.status, JSON.parse(answer?.text ?? '').code]
}

describe('F6: a body that is larger than any', () => {
  it.each(READING_A_BODY)('is refused by %s before it comes, where it says so', async (name) => {
    const raw = toRequest(goodCall(name, world, photo))
    const length = String(5 * 1024 ** 3)
    expect(await refusalOf({ ...raw, length })).toEqual([413, 'too_large'])
  })

  it.each(GOING_ON)('is refused by %s as it comes, where it goes on and on', async (name) => {
    const { method, target: path, headers, body } = toRequest(goodCall(name, world, photo))
    const sent = request({ port: api.port, method, path, headers: Object.fromEntries(headers) })
    const answer = Promise.withResolvers<number | undefined>()
    const closed = new Promise<void>((resolve) => sent.once('close', () => resolve()))
    sent.on('response', (response) => answer.resolve(response.resume().statusCode))
    // The line is cut at last.
    sent.on('error', () => answer.resolve(undefined))
    // Of a form up to the middle of its photo.
    sent.write(name === 'uploadPhoto' ? body.subarray(0, body.indexOf(photo) + 100) : PIECE)
    for (let bytes = 0; bytes < MORE_THAN_ANY && !sent.destroyed; bytes += PIECE.length) {
      if (!sent.write(PIECE)) {
        const drained = new Promise<void>((resolve) => sent.once('drain', () => resolve()))
        await Promise.race([drained, closed])
      }
    }
    expect(sent.destroyed).toBe(true)
    expect(name === 'uploadPhoto' ? [413] : [400, 413]).toContain(await answer.promise)
    expect(await api.readState()).toEqual(state)
  })
})

describe('F6: a form', () => {
  it.each(FORMS)('of 10,000 parts or with a field of 1 MB is refused by %s', async (name) => {
    const call = goodCall(name, world, photo)
    const parts = call.parts ?? []
    const many = Array.from({ length: 10_000 }, (_none, n) => ({
      name: `x${n}`,
      content: Buffer.from('x'),
    }))
    const long = { name: 'x', content: Buffer.alloc(1_000_000, 'x') }
    for (const wrong of [
      [...parts, ...many],
      [long, ...parts],
    ]) {
      const [status] = await refusalOf(toRequest({ ...call, parts: wrong }))
      expect([400, 413]).toContain(status)
    }
  })
})
