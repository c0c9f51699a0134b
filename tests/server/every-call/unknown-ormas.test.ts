import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { UNKNOWN_EVENTS_PER_ADDRESS } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { goodCall } from '../../support/calls/good-call.ts'
import { makeSmallWorld } from '../../support/calls/small-world.ts'
import { CALLS, toRequest } from '../../support/calls/valid-call.ts'
import type { CallName } from '../../support/calls/valid-call.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { sendRaw } from '../../support/raw-http.ts'

/** OPTIONS tells what the server can do, and looks at no Orma. */
const OF_ORMA = CALLS.filter(
  ([, { method, params, body }]) => 'event_hash' in { ...params, ...body } && method !== 'OPTIONS',
)

const api = await sharedWholeApi()
const photo = await makePhoto({ width: 64, height: 48, gps: false })
const world = await makeSmallWorld(api, photo.length)
const deleted = world.paused.event_hash
await api.db.run(sql`delete from events where event_hash = ${deleted}`)

async function ask(name: CallName, event_hash: string, address: string) {
  const call = goodCall(name, { ...world, own: { ...world.own, event_hash } }, photo)
  const headers = { ...call.headers, 'x-forwarded-for': address }
  const answer = await sendRaw(api.port, toRequest({ ...call, headers }))
  return [answer?.status, answer?.text, answer?.headers.has('retry-after')]
}

const newHash = () => randomBytes(16).toString('base64url')

describe('X6: an Orma that does not exist', () => {
  // Specification: 5.21
  it.each(OF_ORMA)('is answered by %s like one that was deleted', async (name) => {
    const [status, ...rest] = await ask(name, newHash(), `${name}.1`)
    expect(status).toBe(404)
    expect(await ask(name, deleted, `${name}.2`)).toEqual([404, ...rest])
  })

  it('is asked for 60 times by one address, by whichever calls, and no more', async () => {
    const { misses } = UNKNOWN_EVENTS_PER_ADDRESS
    const asked = Array.from({ length: misses }, (_none, n) => OF_ORMA[n % OF_ORMA.length]?.[0])
    for (const name of asked) {
      expect(await ask(name ?? 'getEvent', newHash(), '192.0.2.7')).toContain(404)
    }
    for (const [name] of OF_ORMA) {
      const [status, , hasWait] = await ask(name, newHash(), '192.0.2.7')
      expect([name, status, hasWait]).toEqual([name, 429, true])
    }
    const [status] = await ask('getEvent', world.own.event_hash, '192.0.2.7')
    expect(status).toBe(200)
    expect(await ask('getEvent', newHash(), '192.0.2.8')).toContain(404)
  })
})
