import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { readAnswer, writeAnswer } from '../../../src/cache/answers.ts'
import { postStore } from '../../../src/cache/post-store.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { eventQuery } from '../../../src/features/event/event-query.ts'
import { sessionQuery } from '../../../src/session/session-query.ts'
import { hasLeft } from '../../../src/features/event/tell-left.ts'
import { EVENT_HASH, makeEvent, makePost } from '../../support/post-shapes.ts'
import { ADA, stubPage } from './stub-page.ts'

const PEOPLE = queryKeys.people(EVENT_HASH)
const FLAGGED = queryKeys.flagged(EVENT_HASH, 1)
const PERSON = queryKeys.ownPosts(EVENT_HASH, 7)
const ORGANISED = makeEvent({ storageBytes: 9, organisers: [{ id: 1, name: 'Ada' }] })

let client: QueryClient

beforeEach(async () => {
  stubPage('token=of-ada')
  client = new QueryClient()
  client.setQueryData(eventQuery(EVENT_HASH).queryKey, ORGANISED)
  const flagged = makePost(1, { status: 'FAILEDBYNUDITY' })
  postStore(client).put([makePost(2), flagged])
  client.setQueryData(FLAGGED, [1])
  client.setQueryData(PEOPLE, [])
  await writeAnswer(FLAGGED, [flagged], Date.now())
  await writeAnswer(PERSON, { pages: [[flagged]], pageParams: [{ page: 1 }] }, Date.now())
})

async function hear(told: typeof ORGANISED, isKnown = true) {
  vi.stubGlobal('fetch', async (address: unknown) => {
    if (!String(address).endsWith('/verify')) return Response.json({ event: told })
    const refusal = { success: false, error: 'Sign in first.', code: 'unauthorized' }
    return isKnown ? Response.json({ user: ADA.user }) : Response.json(refusal, { status: 401 })
  })
  await client.fetchQuery({ ...eventQuery(EVENT_HASH), staleTime: 0 })
}

const cached = async () =>
  (await Promise.all([FLAGGED, PERSON].map((key) => readAnswer(key)))).map(Boolean)

it('who organises an Orma no more has nothing left of what organisers see', async () => {
  expect(await cached()).toEqual([true, true])
  await hear(makeEvent())
  expect(await cached()).toEqual([false, false])
  expect([PEOPLE, FLAGGED].map((key) => client.getQueryData(key))).toEqual([undefined, undefined])
  expect([1, 2].map((id) => postStore(client).get(id)?.status)).toEqual([undefined, 'COMPLETED'])
})

it('who still organises it keeps all of it', async () => {
  await hear({ ...ORGANISED, name: 'Ours' })
  expect(await cached()).toEqual([true, true])
  expect(client.getQueryData(FLAGGED)).toEqual([1])
})

it('who was invited is told so, no owner, and nobody signed out', async () => {
  const invited = { ...ORGANISED, userId: 9 }
  await hear(makeEvent())
  client.setQueryData(sessionQuery().queryKey, ADA)
  expect(await hasLeft(client, ORGANISED)).toBe(false)
  expect(await hasLeft(client, invited)).toBe(true)
  await hear(makeEvent(), false)
  expect(await hasLeft(client, invited)).toBe(false)
})
