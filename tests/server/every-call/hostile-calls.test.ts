import { inspect, isDeepStrictEqual } from 'node:util'
import { crc32 } from 'node:zlib'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { errorEnvelope } from '../../../contract/error-envelope.ts'
import { makeSmallWorld } from '../../support/calls/small-world.ts'
import type { SmallWorld } from '../../support/calls/small-world.ts'
import { goodCall } from '../../support/calls/good-call.ts'
import { CALLS, toRequest } from '../../support/calls/valid-call.ts'
import { postgresUrl } from '../../support/database-places.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import type { HostileCall, Spoil } from '../../support/hostile/hostile-call.ts'
import * as address from '../../support/hostile/spoil-address.ts'
import * as form from '../../support/hostile/spoil-form.ts'
import * as headers from '../../support/hostile/spoil-headers.ts'
import * as json from '../../support/hostile/spoil-json.ts'
import * as length from '../../support/hostile/spoil-length.ts'
import { makePhoto } from '../../support/photos.ts'
import { headOf, sendRaw } from '../../support/raw-http.ts'
import type { RawAnswer, RawRequest } from '../../support/raw-http.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import type { StoredState } from '../../support/stored-state.ts'

const isFull = process.env['ORMA_TEST_FULL'] === '1'
const isOnPostgres = postgresUrl() !== undefined
/** Another on each database: what is wrong is another then. */
const SEED = Number(process.env['FUZZ_SEED'] ?? (isOnPostgres ? 2 : 1))
/** How often each call is made wrong in each way. */
const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? (isFull ? 15 : 1))
/** Each on one of the databases in turn, unless all is asked for. */
const TRIED = CALLS.filter((_, at) => isFull || at % 2 === (isOnPostgres ? 0 : 1))
const SPOILS = [address, json, form, headers, length].flatMap(Object.values<Spoil>)
const READING = ['GET', 'HEAD', 'OPTIONS']

let world: SmallWorld
let state: StoredState
let calls = 0
/** What stands in no log. */
const secrets: string[] = []
const api = await sharedWholeApi()
const photo = await makePhoto({ width: 64, height: 48, gps: false })
beforeEach(makeWorld)

describe(`X15: a hostile call of seed ${SEED} is refused in the envelope and changes nothing`, () => {
  it.each(TRIED)('%s', { timeout: 600_000 }, async (name) => {
    const good = await send(toRequest(goodCall(name, world, photo)))
    expect(good?.status, good?.text).toBeLessThan(300)
    await makeWorld()

    // One of its own, so that a new call changes none of the others.
    const random = createSeededRandom(SEED ^ crc32(name))
    const wrong: string[] = []
    for (const spoil of SPOILS) {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const hostile = spoil({
          call: goodCall(name, world, photo),
          foreign: world.foreign,
          random,
        })
        if (!hostile) break
        const answer = await send(hostile.request)
        if (!isAnsweredWell(hostile, answer)) wrong.push(describeAnswer(hostile, answer))
        const isDone = answer !== undefined && answer.status < 400
        const mayChange = (isDone || hostile.isBehind) && !READING.includes(hostile.request.method)
        if (mayChange) await makeWorld()
        else if (!(await isUntouched())) {
          wrong.push(`changed by ${describeAnswer(hostile, answer)}`)
          await makeWorld()
        }
      }
    }
    expect(wrong).toEqual([])
    expect(api.logged.filter(({ level }) => level === 'error')).toEqual([])
    const told = inspect(api.logged.splice(0), { depth: Infinity, maxStringLength: Infinity })
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([])
  })
})

function isAnsweredWell(
  { request, mayPass, mayBeCut = false }: HostileCall,
  answer: RawAnswer | undefined,
): boolean {
  if (!answer) return mayBeCut
  if (mayPass && answer.status < 400) return true
  if (answer.status < 400 || answer.status >= 500) return false
  return (
    request.method === 'HEAD' || v.is(v.strictObject(errorEnvelope.entries), parse(answer.text))
  )
}

function describeAnswer({ what, request }: HostileCall, answer: RawAnswer | undefined): string {
  const answered = answer ? `${answer.status} ${answer.text.slice(0, 300)}` : 'not at all'
  return `${what}\n${headOf(request).toString().slice(0, 1500)}answered ${answered}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON, so no envelope either.
    return undefined
  }
}

/** Each from an address of its own, so that none is refused for the others. */
function send(request: RawRequest): Promise<RawAnswer | undefined> {
  calls += 1
  api.clock.advance(1)
  const address = `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
  return sendRaw(api.port, {
    ...request,
    headers: [['x-forwarded-for', address], ...request.headers],
  })
}

async function isUntouched(): Promise<boolean> {
  return isDeepStrictEqual(await api.readState(), state)
}

async function makeWorld(): Promise<void> {
  await api.empty()
  world = await makeSmallWorld(api, photo.length)
  state = await api.readState()
  const { members, own, foreign, sentCode } = world
  const people = Object.values(members).flatMap(({ user, token }) => [token, user.phone])
  secrets.push(...people, own.event_hash, foreign.event_hash, sentCode.request_id)
}
