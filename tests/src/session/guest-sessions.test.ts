import 'fake-indexeddb/auto'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guestCookie } from '../../../contract/limits.ts'
import { forgetSession, readSession, readSessions } from '../../../src/device/token.ts'
import { bindDrafts } from '../../../src/outbox/queue/photo-actions.ts'
import { createUploadWork } from '../../../src/outbox/queue/upload-work.ts'
import { outbox } from '../../../src/outbox/store/outbox.ts'
import {
  beginSession,
  currentSession,
  endSession,
  sessionQuery,
} from '../../../src/session/session-query.ts'
import { takeGuestTokens } from '../../../src/session/guests-along.ts'
import { restoreGuests } from '../../../src/session/restore-guests.ts'
import { guestHere, notePath, readTokenCookie } from '../../../src/session/token-cookie.ts'
import { useSignOut } from '../../../src/session/use-session.ts'
import { newChange, put } from '../../support/outbox-photos.ts'
import { ADA, keepCookies, stubPage } from './stub-page.ts'

const PARTY = 'p'.repeat(22)
const WEDDING = 'w'.repeat(22)
const NORA = guestOf(PARTY, 11, 'Nora')
const MIA = guestOf(WEDDING, 12, 'Mia')

let client: QueryClient
/** What reached the server, and by whose token. */
let sent: [token: string, path: string][]
/** Tokens that the server knows. */
let known: Map<string, object>

beforeEach(async () => {
  stubPage()
  keepCookies()
  sent = []
  known = new Map([ADA, NORA, MIA].map(({ token, user }) => [token, user]))
  vi.stubGlobal('fetch', async (address: unknown, { headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization') ?? ''
    const { pathname } = new URL(String(address), 'https://localhost')
    sent.push([token, pathname])
    const user = known.get(token)
    if (user) return Response.json({ user, success: true, Likes: [], likeCount: 0 })
    const refusal = { success: false, error: 'Sign in first.', code: 'unauthorized' }
    return Response.json(refusal, { status: 401 })
  })
  client = new QueryClient()
  for (const orma of [undefined, PARTY, WEDDING]) await forgetSession(orma)
  await outbox.remove(() => true)
})
afterEach(() => client.clear())

function guestOf(event_hash: string, id: number, name: string) {
  const user = { id, name, phone: '', email: null, guestOf: event_hash }
  return { token: `of-${name}`, user }
}

function loseCookie({ user }: typeof NORA): void {
  document.cookie = `${guestCookie(user.guestOf)}=; Max-Age=0`
}

function goTo(path: string): void {
  notePath(path)
}

it('a device is another guest in each Orma, and nobody in others', async () => {
  goTo(`/${PARTY}/login`)
  await beginSession(client, NORA)
  goTo(`/${WEDDING}/login`)
  expect(guestHere()).toBeUndefined()
  await beginSession(client, MIA)
  expect(readTokenCookie()).toBe(MIA.token)
  expect(readTokenCookie(PARTY)).toBe(NORA.token)
  expect(await currentSession(client, PARTY)).toEqual(NORA)
  goTo(`/${'x'.repeat(22)}`)
  expect(readTokenCookie()).toBeUndefined()
  expect(client.getQueryData(sessionQuery().queryKey)).toBeUndefined()
  goTo('/profile')
  expect([PARTY, WEDDING]).toContain(guestHere())
})

it('each guest’s things are sent with that guest’s token', async () => {
  for (const guest of [NORA, MIA]) {
    await beginSession(client, guest)
    const { id, guestOf: eventHash } = guest.user
    await outbox.add(newChange('like', { ownerUserId: id, eventHash }))
  }
  await createUploadWork(outbox)()
  const likes = sent.filter(([, path]) => path.endsWith('/like'))
  expect(likes.map(([token, path]) => [token, path.split('/')[3]])).toEqual([
    [NORA.token, PARTY],
    [MIA.token, WEDDING],
  ])
  expect(await outbox.list()).toEqual([])
})

it('drafts of one Orma become no guest’s of another', async () => {
  await put(outbox, { eventHash: PARTY, ownerUserId: null })
  await bindDrafts(outbox, MIA.user.id, WEDDING)
  expect(await owners()).toEqual([null])
  await bindDrafts(outbox, NORA.user.id, PARTY)
  expect(await owners()).toEqual([NORA.user.id])
})

it('no cookie comes back after a sign-out', async () => {
  goTo(`/${PARTY}`)
  await beginSession(client, NORA)
  await Promise.all([restoreGuests(), endSession(client), restoreGuests()])
  expect(readTokenCookie()).toBeUndefined()
})

it('a guest whose cookie is lost stays that guest', async () => {
  goTo(`/${PARTY}`)
  await beginSession(client, NORA)
  loseCookie(NORA)
  expect(await readSessions()).toMatchObject([NORA])
  // As the page is looked at again.
  expect(await client.fetchQuery({ ...sessionQuery(PARTY), staleTime: 0 })).toEqual(NORA)
  expect(readTokenCookie()).toBe(NORA.token)

  // As a browser is opened again that was killed.
  loseCookie(NORA)
  expect(await currentSession(new QueryClient())).toMatchObject(NORA)
})

it('a sign-in by phone takes along what all guests left waiting', async () => {
  for (const guest of [NORA, MIA]) {
    await beginSession(client, guest)
    await put(outbox, { ownerUserId: guest.user.id })
  }
  await put(outbox, { ownerUserId: 99 })
  expect(await takeGuestTokens()).toEqual([NORA.token, MIA.token])
  await beginSession(client, ADA)
  expect(await owners()).toEqual([ADA.user.id, ADA.user.id, 99])
  expect(document.cookie).toBe(`token=${ADA.token}`)
  expect(await readSessions()).toEqual([ADA])
})

it('a page closed in the middle of that goes on when it is opened again', async () => {
  await beginSession(client, NORA)
  await put(outbox, { ownerUserId: NORA.user.id })
  await takeGuestTokens()
  // The answer came, with its cookie, and nothing more.
  document.cookie = `token=${ADA.token}; Max-Age=60`
  known.delete(NORA.token)
  client = new QueryClient()
  expect(await client.fetchQuery(sessionQuery())).toEqual(ADA)
  expect(await owners()).toEqual([ADA.user.id])
  expect(document.cookie).not.toContain(guestCookie(PARTY))
})

it('what a sign-in without an answer sent is taken along by the next', async () => {
  await beginSession(client, NORA)
  await put(outbox, { ownerUserId: NORA.user.id })
  await takeGuestTokens()
  known.delete(NORA.token)
  goTo(`/${PARTY}`)
  expect(await client.fetchQuery({ ...sessionQuery(), staleTime: 0 })).toBeNull()
  expect(await takeGuestTokens()).toEqual([])
  await beginSession(client, ADA)
  expect(await owners()).toEqual([ADA.user.id])
  await beginSession(client, NORA)
  await put(outbox, { ownerUserId: NORA.user.id })
  await beginSession(client, ADA)
  expect(await owners()).toEqual([ADA.user.id, NORA.user.id])
})

it('a guest whose cookie alone is gone is taken along on the server too', async () => {
  await beginSession(client, NORA)
  await put(outbox, { ownerUserId: NORA.user.id })
  loseCookie(NORA)
  expect(await takeGuestTokens()).toEqual([NORA.token])
  await beginSession(client, ADA)
  expect(await owners()).toEqual([ADA.user.id])
})

it('a guest whose token was not sent stays one', async () => {
  await beginSession(client, NORA)
  await takeGuestTokens()
  await beginSession(client, MIA)
  await put(outbox, { ownerUserId: MIA.user.id })
  await beginSession(client, ADA)
  expect(await owners()).toEqual([MIA.user.id])
  expect(document.cookie).toContain(MIA.token)
})

it('storage that does not answer leaves guests for the next time', async () => {
  await beginSession(client, NORA)
  await put(outbox, { ownerUserId: NORA.user.id })
  await takeGuestTokens()
  const reading = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementation(() => {
    throw new DOMException('Not now.', 'UnknownError')
  })
  await beginSession(client, ADA)
  expect(await owners()).toEqual([NORA.user.id])
  expect(document.cookie).toContain(NORA.token)
  reading.mockRestore()
  await client.fetchQuery({ ...sessionQuery(), staleTime: 0 })
  expect(await owners()).toEqual([ADA.user.id])
  expect(document.cookie).not.toContain(NORA.token)
})

it('what a guest leaves is for who comes in by that name again', async () => {
  await beginSession(client, NORA)
  await put(outbox, { ownerUserId: NORA.user.id })
  await endSession(client, PARTY)
  expect(await readSession(PARTY)).toBeUndefined()
  await beginSession(client, guestOf(PARTY, 21, 'Zoe'))
  expect(await owners()).toEqual([NORA.user.id])
  await endSession(client, PARTY)
  await beginSession(client, guestOf(PARTY, 22, 'Nora (2)'))
  expect(await owners()).toEqual([22])
})

it('signing out ends who was here, not who is on the next page', async () => {
  for (const guest of [NORA, MIA]) await beginSession(client, guest)
  goTo(`/${PARTY}`)
  await hookOf(useSignOut)(async () => goTo(`/${WEDDING}`))
  expect(await readSessions()).toMatchObject([MIA])
  await vi.waitFor(() => expect(sent).toContainEqual([NORA.token, '/api/users/logout']))
})

it.each(['has its cookie', 'has lost it'])(
  'a refused token that %s ends that guest alone',
  async (has) => {
    for (const guest of [NORA, MIA]) await beginSession(client, guest)
    known.delete(NORA.token)
    if (has === 'has lost it') loseCookie(NORA)
    goTo(`/${PARTY}`)
    expect(await client.fetchQuery({ ...sessionQuery(PARTY), staleTime: 0 })).toBeNull()
    expect(await readSessions()).toMatchObject([MIA])
  },
)

/** What a hook gives a component. */
function hookOf<T>(use: () => T): T {
  let given: T | undefined
  const Component = () => {
    given = use()
    return null
  }
  renderToString(createElement(QueryClientProvider, { client }, createElement(Component)))
  return given!
}

async function owners(): Promise<(number | null)[]> {
  return (await outbox.list()).map(({ ownerUserId }) => ownerUserId)
}
