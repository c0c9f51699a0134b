import 'fake-indexeddb/auto'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readAnswer, writeAnswer } from '../../../src/cache/answers.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { addSentVisit, isVisitSent } from '../../../src/device/recent-ormas.ts'
import { forgetSession, readSavedSession, saveSession } from '../../../src/device/token.ts'
import { listOf } from '../../../src/posts/post-list.ts'
import { deviceStorage } from '../../../src/session/device-storage.ts'
import {
  beginSession,
  endSession,
  sessionKey,
  sessionQuery,
} from '../../../src/session/session-query.ts'
import { ownOrmasQuery } from '../../../src/session/user-queries.ts'
import { setPosts } from '../../support/page-posts.ts'
import { makePost } from '../../support/post-shapes.ts'
import { ADA, stubPage } from './stub-page.ts'

const BEN = { token: 'of-ben', user: { id: 2, name: 'Ben', phone: '15550002222', email: null } }
const SIGNED_OUT = Response.json(
  { success: false, error: 'Sign in first.', code: 'unauthorized' },
  { status: 401 },
)
const OWN_ORMAS = ownOrmasQuery(ADA.token).queryKey
const FEED = queryKeys.feed('a'.repeat(22))
const OTHER_FEED = queryKeys.feed('b'.repeat(22))

/** The calls that wait for the server's answer, by their token. */
let asked: Map<string, PromiseWithResolvers<Response>>
let client: QueryClient

beforeEach(async () => {
  stubPage()
  asked = new Map()
  vi.stubGlobal('fetch', (_address: unknown, { headers }: RequestInit) => {
    const call = Promise.withResolvers<Response>()
    asked.set(new Headers(headers).get('authorization') ?? '', call)
    return call.promise
  })
  await forgetSession()
})
afterEach(() => client.clear())

/** Opens the app in a tab of a device with this cookie; resolves once the server is asked. */
async function open({ token }: { token: string }) {
  setCookie(token)
  start()
  await hears(token)
}

/** As `open`; resolves once the server has said who it is. */
async function signInAs(session: typeof ADA) {
  await open(session)
  answer(session)
  await whoIs()
}

function start() {
  client = new QueryClient()
  new QueryObserver(client, sessionQuery()).subscribe(() => undefined)
}

function setCookie(token: string) {
  document.cookie = `token=${token}`
}

function hears(token: string) {
  return expect.poll(() => [...asked.keys()]).toContain(token)
}

function answer({ token, user }: typeof ADA) {
  asked.get(token)?.resolve(Response.json({ user }))
}

/** Who is signed in, once no answer is on its way. */
async function whoIs() {
  await expect.poll(() => client.isFetching()).toBe(0)
  return shown()
}

function shown() {
  return client.getQueryData(sessionQuery().queryKey)
}

it.each(['answer', 'silence'])(
  'whoever signs out while the session is checked stays so, whatever comes: %s',
  async (outcome) => {
    await saveSession(ADA)
    await open(ADA)
    await endSession(client)
    if (outcome === 'answer') answer(ADA)
    else asked.get(ADA.token)?.reject(new TypeError('no network'))
    expect(await whoIs()).toBeNull()
    expect(await readSavedSession()).toBeUndefined()
  },
)

it('an old token’s refusal does not end another tab’s session', async () => {
  await open(ADA)
  setCookie(BEN.token)
  asked.get(ADA.token)?.resolve(SIGNED_OUT)
  await hears(BEN.token)
  answer(BEN)
  expect(await whoIs()).toEqual(BEN)
  expect(document.cookie).toContain(BEN.token)
})

it.each(['before the server answers, where the device knows them', 'by the answer'])(
  'a user who signs in in the next tab finds nothing of another’s: %s',
  async (when) => {
    await signInAs(ADA)
    expect(shown()).toEqual(ADA)
    client.setQueryData(OWN_ORMAS, [])
    await writeAnswer(OWN_ORMAS, [], Date.now())
    setPosts(client, FEED, listOf([makePost(1, { status: 'FAILEDBYNUDITY' })]))
    setPosts(client, OTHER_FEED, listOf([makePost(2)]))
    const isAnswered = when === 'by the answer'
    if (!isAnswered) await saveSession(BEN)
    setCookie(BEN.token)
    void client.invalidateQueries({ queryKey: sessionKey })
    await hears(BEN.token)
    if (isAnswered) answer(BEN)
    await expect.poll(shown).toEqual(BEN)
    await expect.poll(() => client.getQueryData(FEED)).toBeUndefined()
    expect(client.getQueryData(OWN_ORMAS)).toBeUndefined()
    expect(await readAnswer(OWN_ORMAS)).toBeUndefined()
    expect(client.getQueryData(OTHER_FEED)).toBeDefined()
    // Their session is stored a moment later.
    if (isAnswered) await whoIs()
  },
)

it('the same user’s new session in another tab leaves what they see in place', async () => {
  await signInAs(ADA)
  client.setQueryData(OWN_ORMAS, [])
  const anew = { ...ADA, token: 'of-ada-anew' }
  setCookie(anew.token)
  void client.invalidateQueries({ queryKey: sessionKey })
  await hears(anew.token)
  answer(anew)
  expect(await whoIs()).toEqual(anew)
  expect(client.getQueryData(OWN_ORMAS)).toEqual([])
})

it('what a user saw goes at the next start once their session expired', async () => {
  await saveSession(ADA)
  await writeAnswer(OWN_ORMAS, [], Date.now())
  addSentVisit('a'.repeat(22), deviceStorage)
  start()
  expect(await whoIs()).toBeNull()
  expect(await readSavedSession()).toBeUndefined()
  expect(await readAnswer(OWN_ORMAS)).toBeUndefined()
  expect(isVisitSent('a'.repeat(22), deviceStorage)).toBe(false)
})

/** What the device has cached of a user's Ormas in the moment in which the user is shown. */
function ormasWhenShown({ user }: typeof ADA) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  client.getQueryCache().subscribe(() => {
    if (shown()?.user.id === user.id) resolve(readAnswer(OWN_ORMAS))
  })
  return promise
}

it('whoever signs in after another in the next tab finds nothing of theirs', async () => {
  start()
  await whoIs()
  await saveSession(ADA)
  await writeAnswer(OWN_ORMAS, [], Date.now())
  client.setQueryData(OWN_ORMAS, [])
  addSentVisit('a'.repeat(22), deviceStorage)
  const found = ormasWhenShown(BEN)
  await beginSession(client, BEN)
  expect(await found).toBeUndefined()
  expect(client.getQueryData(OWN_ORMAS)).toBeUndefined()
  expect(isVisitSent('a'.repeat(22), deviceStorage)).toBe(false)
  expect(await readSavedSession()).toEqual(BEN)
})

it('whoever signs in finds nothing left over', async () => {
  start()
  await whoIs()
  await writeAnswer(OWN_ORMAS, [], Date.now())
  const found = ormasWhenShown(BEN)
  await beginSession(client, BEN)
  expect(await found).toBeUndefined()
})

it('a user who is signed in and gets a new name or token loses nothing', async () => {
  await saveSession(ADA)
  await signInAs(ADA)
  await writeAnswer(OWN_ORMAS, [], Date.now())
  addSentVisit('a'.repeat(22), deviceStorage)
  await beginSession(client, { token: 'of-ada-anew', user: { ...ADA.user, name: 'Ada L.' } })
  expect(await readAnswer(OWN_ORMAS)).toMatchObject({ data: [] })
  expect(isVisitSent('a'.repeat(22), deviceStorage)).toBe(true)
})

it('whoever signed in before a close finds nothing of the user before', async () => {
  await saveSession(ADA)
  await writeAnswer(OWN_ORMAS, [], Date.now())
  addSentVisit('a'.repeat(22), deviceStorage)
  await signInAs(BEN)
  expect(shown()).toEqual(BEN)
  expect(await readAnswer(OWN_ORMAS)).toBeUndefined()
  expect(isVisitSent('a'.repeat(22), deviceStorage)).toBe(false)
})
