import { beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { makeSmallWorld, ROLES } from '../../support/calls/small-world.ts'
import type { Role, SmallWorld, Things } from '../../support/calls/small-world.ts'
import { CALLS, toRequest, validCall } from '../../support/calls/valid-call.ts'
import type { Call, CallName } from '../../support/calls/valid-call.ts'
import { WHO_MAY } from '../../support/calls/who-may.ts'
import type { Verdict } from '../../support/calls/who-may.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { sendRaw } from '../../support/raw-http.ts'
import type { StoredState } from '../../support/stored-state.ts'

/** Callers who are nobody the server knows. */
const NOBODIES = {
  nobody: { user: undefined, token: undefined },
  badToken: { user: undefined, token: 'x'.repeat(43) },
}
type Caller = Role | keyof typeof NOBODIES
const CALLERS: readonly Caller[] = ['nobody', 'badToken', ...ROLES]
const READING = ['GET', 'HEAD', 'OPTIONS']
/** What the call names, seen from whom the first Orma belongs to. */
const PLACES = ['own', 'hidden', 'paused', 'foreign', 'crossed', 'crossedComment'] as const
type Place = (typeof PLACES)[number]

/** Serves until a call changes something of it. */
let world: SmallWorld
let state: StoredState
const api = await sharedWholeApi()
const photo = await makePhoto({ width: 64, height: 48, gps: false })
beforeEach(makeWorld)

describe('X7: who may make which call about what, whatever else the request says', () => {
  // Specification: 6.3, 7.2
  it.each(CALLS)('%s', async (name, endpoint) => {
    const answered: Record<string, Verdict> = {}
    const expected: Record<string, Verdict> = {}
    for (const place of PLACES.filter((where) => isPlaceOf(name, endpoint, where))) {
      for (const caller of CALLERS) {
        const cell = `${caller}, ${place}`
        const verdict = (expected[cell] = expectedVerdict(name, endpoint, caller, place))
        const isChange = !READING.includes(endpoint.method) && statusOf(verdict) < 400
        if (isChange) await expectUntouched()
        answered[cell] = await ask(name, caller, place)
        if (isChange) await makeWorld()
      }
    }
    expect(answered).toEqual(expected)
    await expectUntouched()
  })
})

async function makeWorld(): Promise<void> {
  await api.empty()
  world = await makeSmallWorld(api, photo.length)
  state = await api.readState()
}

/** Whoever was refused, or has only read, has changed nothing. */
async function expectUntouched(): Promise<void> {
  expect(await api.readState()).toEqual(state)
}

/** Makes a call in the name of a caller who claims to be the owner; gives what it was answered. */
async function ask(name: CallName, caller: Caller, place: Place): Promise<Verdict> {
  const { members, sentCode } = world
  const { user, token } = { ...members, ...NOBODIES }[caller]
  const call = claiming(
    validCall(name, { things: thingsAt(place), sentCode, photo }),
    members.owner,
  )
  api.clock.advance(1000)
  const headers = { ...call.headers, ...(token !== undefined && { authorization: token }) }
  const answer = await sendRaw(api.port, toRequest({ ...call, headers }))
  if (!answer) throw new Error('no answer')
  const { status, text } = answer

  const others = Object.values(members).filter((member) => member.user.id !== user?.id)
  const secrets = (
    call.endpoint.path.startsWith('/users/') ? others : Object.values(members)
  ).flatMap((member) => [member.user.phone, member.user.email ?? member.user.phone])
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  if (status < 400) {
    if (user && call.endpoint.method === 'POST') expectMadeBy(name, user.id, text)
    return status
  }
  return call.endpoint.method === 'HEAD' ? status : `${status} ${JSON.parse(text).code as string}`
}

/** Whatever a call makes is its caller's, whoever it says it is. */
function expectMadeBy(name: CallName, userId: number, text: string): void {
  const made = text === '' ? {} : JSON.parse(text)
  const event = name === 'createEvent' ? made.event : undefined
  const makers = [made.User, made.post?.User, event?.User].filter(Boolean)
  expect(makers.filter((maker) => maker.id !== userId)).toEqual([])
  for (const like of made.Likes ?? []) expect(like.userId).toBe(userId)
}

/**
 * The call as another site’s page could make it with a member’s cookie, saying in each place where one might believe it that its
 * caller is that member.
 */
function claiming(call: Call, { user: { id: userId }, token }: SmallWorld['members'][Role]): Call {
  const cookie = `userId=${userId}; token=${token}`
  const from = { origin: 'https://elsewhere.example', 'x-user-id': `${userId}`, cookie }
  const headers = { ...call.headers, ...from }
  const query = { ...call.query, userId: `${userId}`, user_id: `${userId}` }
  if (call.parts) {
    const claim = { name: 'userId', content: Buffer.from(`${userId}`) }
    return { ...call, headers, query, parts: [claim, ...call.parts] }
  }
  if (call.bytes || !['POST', 'PUT'].includes(call.endpoint.method))
    return { ...call, headers, query }
  return { ...call, headers, query, json: { userId, user_id: userId, ...call.json } }
}

function thingsAt(place: Place): Things {
  const { own, hidden, paused, foreign } = world
  if (place === 'crossed') return { ...foreign, event_hash: own.event_hash }
  if (place === 'crossedComment') return { ...own, comment_id: foreign.comment_id }
  return { own, hidden, paused, foreign }[place]
}

function isPlaceOf(name: CallName, { method, params, body }: Endpoint, place: Place): boolean {
  const names = (field: string) => field in { ...params, ...body }
  if (place === 'own') return true
  if (place === 'foreign') return names('event_hash')
  // OPTIONS tells what the server can do, and nothing of an Orma.
  if (place === 'paused') return names('event_hash') && method !== 'OPTIONS'
  if (place === 'crossed') return 'crossed' in WHO_MAY[name]
  return names('comment_id') || (place === 'hidden' && names('post_id'))
}

function expectedVerdict(
  name: CallName,
  { method, auth, phoneOnly, params, body }: Endpoint,
  caller: Caller,
  place: Place,
): Verdict {
  const { crossed, isPastPause, badToken, otherOwner, admin, ...row } = WHO_MAY[name]
  const isNobody = caller === 'nobody' || caller === 'badToken'
  const isOfEvent = 'event_hash' in { ...params, ...body }
  const asIn = (role: keyof typeof row) => (method === 'HEAD' ? statusOf(row[role]) : row[role])
  const refused = (verdict: Verdict) => {
    const isAsked = isNobody && statusOf(row.nobody) === 401 ? row.nobody : verdict
    return method === 'HEAD' ? statusOf(isAsked) : isAsked
  }
  if (caller === 'badToken' && badToken) return badToken
  if (caller === 'otherOwner' && otherOwner) return otherOwner
  if (caller === 'admin' && admin) return admin
  if (caller === 'byName' && phoneOnly) return refused('403 phone_wanted')
  const isElsewhere = place === 'paused' || place === 'foreign'
  // OPTIONS looks at no Orma.
  const isAskedWho = auth !== 'none' && method !== 'OPTIONS'
  if (caller === 'byName' && isElsewhere && isAskedWho) return refused('403 guest_elsewhere')
  if (place === 'crossed' && crossed) return refused(crossed)
  if (place === 'crossedComment') return refused('404 comment_not_found')
  const role = isNobody ? 'nobody' : roleAt(caller, isOfEvent ? place : undefined)
  if (place === 'hidden' && (role === 'nobody' || role === 'stranger')) {
    return refused('404 post_not_found')
  }
  // Where nobody is asked who they are, nobody is an organiser.
  const isOpen = auth !== 'none' && (role === 'owner' || role === 'organiser')
  if (place === 'paused' && !isOpen && !isPastPause) return refused('403 paused')
  if (role !== 'both') return asIn(role)
  return statusOf(row.author) < 300 ? asIn('author') : asIn('owner')
}

/** What a member is to what a call names; `both` made the Orma and all that is in it. */
function roleAt(
  caller: Role,
  place: Place | undefined,
): 'stranger' | 'author' | 'organiser' | 'owner' | 'both' {
  if (caller === 'byName' || caller === 'admin') return 'stranger'
  if (place === undefined) return caller === 'otherOwner' ? 'owner' : caller
  if (place === 'foreign') return caller === 'otherOwner' ? 'both' : 'stranger'
  return caller === 'otherOwner' ? 'stranger' : caller
}

function statusOf(verdict: Verdict): number {
  return Number.parseInt(String(verdict), 10)
}
