import 'fake-indexeddb/auto'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetSession, readSavedSession, saveSession } from '../../../src/device/token.ts'
import { endSession, sessionQuery } from '../../../src/session/session-query.ts'

const ADA = { token: 'of-ada', user: { id: 1, name: 'Ada', phone: '15550001111', email: null } }
const BEN = { token: 'of-ben', user: { id: 2, name: 'Ben', phone: '15550002222', email: null } }
const SIGNED_OUT = Response.json({ error: 'Sign in first.', code: 'unauthorized' }, { status: 401 })

/** The calls that wait for the server's answer, by their token. */
let asked: Map<string, PromiseWithResolvers<Response>>
let client: QueryClient

beforeEach(async () => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
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
  client = new QueryClient()
  new QueryObserver(client, sessionQuery()).subscribe(() => undefined)
  await hears(token)
}

function setCookie(token: string) {
  document.cookie = `token=${token}`
}

function hears(token: string) {
  return vi.waitFor(() => expect([...asked.keys()]).toContain(token))
}

function answer({ token, user }: typeof ADA) {
  asked.get(token)?.resolve(Response.json({ user }))
}

/** Who is signed in, once no answer is on its way. */
function whoIs() {
  return vi.waitFor(() => {
    expect(client.isFetching()).toBe(0)
    return client.getQueryData(sessionQuery().queryKey)
  })
}

it.each(['answer', 'silence'])(
  'whoever signs out while the session is being checked stays signed out, whatever comes of the check: %s',
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

it('a refusal of the token of an earlier session does not end one that began in another tab meanwhile', async () => {
  await open(ADA)
  setCookie(BEN.token)
  asked.get(ADA.token)?.resolve(SIGNED_OUT)
  await hears(BEN.token)
  answer(BEN)
  expect(await whoIs()).toEqual(BEN)
  expect(document.cookie).toContain(BEN.token)
})
