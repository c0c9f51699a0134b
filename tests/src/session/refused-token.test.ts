import 'fake-indexeddb/auto'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyOutbox } from '../../support/outbox-photos.ts'
import { listenToWorker } from '../../../src/outbox/queue/announce.ts'
import { refuseToken } from '../../../src/outbox/store/notes.ts'
import { followSession, sessionQuery } from '../../../src/session/session-query.ts'
import { isSilent, noteContact } from '../../../src/api/contact.ts'
import { watchConnection } from '../../../src/shell/reconnect.ts'
import { ADA, stubPage } from './stub-page.ts'

/** How often the server was asked who is signed in. */
let asked: number
/** Whether it knows the token. */
let isKnown: boolean
/** What comes in place of its answers. */
let lost: (() => Response | Promise<Response>) | undefined
let client: QueryClient
let ends: (() => void)[]

// A page of somebody who is signed in, once the server has said so.
beforeEach(async () => {
  stubPage('token=of-ada')
  asked = 0
  isKnown = true
  lost = undefined
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (lost) return lost()
    const refusal = { success: false, error: 'Sign in first.', code: 'unauthorized' }
    return isKnown ? Response.json({ user: ADA.user }) : Response.json(refusal, { status: 401 })
  })
  client = new QueryClient()
  ends = [
    new QueryObserver(client, sessionQuery()).subscribe(() => {}),
    followSession(client),
    watchConnection(client, () => {}),
  ]
  await vi.waitUntil(() => shown()?.user.id === ADA.user.id && client.isFetching() === 0)
})
afterEach(() => {
  for (const end of ends) end()
  client.clear()
})

const shown = () => client.getQueryData(sessionQuery().queryKey)

/** As whoever sends does; resolves when the pages have heard it. */
async function beRefused() {
  const heard = Promise.withResolvers<void>()
  const stop = listenToWorker(({ type }) => type === 'TOKEN_REFUSED' && heard.resolve())
  await refuseToken(emptyOutbox(), 'of-ada')
  await heard.promise
  stop()
}

it('a page is signed out once a sender has met an unknown token', async () => {
  isKnown = false
  await beRefused()
  await expect.poll(shown).toBeNull()
})

it.each([
  ['a silence', () => Promise.reject(new TypeError('no network'))],
  ['a page of a proxy', () => new Response('Sign in to this Wi-Fi')],
] as const)(
  'a page whose question got %s is signed out once the line is back',
  async (_what, answer) => {
    const before = asked
    isKnown = false
    lost = answer
    await beRefused()
    await vi.waitUntil(() => asked > before && client.isFetching() === 0)
    expect([shown()?.user, isSilent()]).toEqual([ADA.user, true])
    lost = undefined
    noteContact(true)
    await expect.poll(shown).toBeNull()
  },
)

it('a page asks once who is signed in where uploads alone are refused', async () => {
  const before = asked
  for (let time = 0; time < 3; time += 1) {
    await beRefused()
    await expect.poll(() => client.isFetching()).toBe(0)
  }
  expect(asked - before).toBe(1)
  expect(shown()?.user).toEqual(ADA.user)
})
