import 'fake-indexeddb/auto'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetSession, readSession } from '../../../src/device/token.ts'
import { memoryOutbox as memory } from '../../../src/outbox/page/page-outboxes.ts'
import { createDrain } from '../../../src/outbox/queue/drain.ts'
import { claimOwned, markOwner } from '../../../src/outbox/page/hand-over.ts'
import { outbox } from '../../../src/outbox/store/outbox.ts'
import { beginSession, endSession, sessionQuery } from '../../../src/session/session-query.ts'
import { emptyOutbox, newChange, postOf, put } from '../../support/outbox-photos.ts'
import { ADA, stubPage } from './stub-page.ts'

/** Ada after the server's backup was restored. */
const ADA_ANEW = { token: 'of-ada-anew', user: { ...ADA.user, id: 5 } }
/** Another person, who has the id that Ada had before. */
const BEN = { token: 'of-ben', user: { id: 1, name: 'Ben', phone: '15550002222', email: null } }

let client: QueryClient
/** Tokens that the server knows. */
let known: Map<string, typeof ADA.user>
/** What reached the server, and in whose name. */
let sent: string[]

beforeEach(async () => {
  stubPage()
  known = new Map([ADA, ADA_ANEW, BEN].map(({ token, user }) => [token, user]))
  vi.stubGlobal('fetch', async (_address: unknown, { headers }: RequestInit) => {
    const user = known.get(new Headers(headers).get('authorization') ?? '')
    const refusal = { success: false, error: 'Sign in first.', code: 'unauthorized' }
    return user ? Response.json({ user }) : Response.json(refusal, { status: 401 })
  })
  sent = []
  client = new QueryClient()
  await forgetSession()
  for (const place of [outbox, memory]) await place.remove(() => true)
  await beginSession(client, ADA)
  for (const place of [outbox, memory]) await put(place, { ownerUserId: ADA.user.id })
  await outbox.add(newChange('like', { ownerUserId: ADA.user.id }))
})
afterEach(() => client.clear())

/** The server refuses Ada's token, and the app hears it, in a page that is opened then. */
async function refuseAda(): Promise<void> {
  known.delete(ADA.token)
  client.clear()
  client = new QueryClient()
  const asked = new QueryObserver(client, sessionQuery())
  const leave = asked.subscribe(() => undefined)
  await expect.poll(() => asked.getCurrentResult().data).toBeNull()
  await expect.poll(() => client.isFetching()).toBe(0)
  leave()
}

/** Sends what may be sent in the name of whoever is signed in. */
async function sendAll(): Promise<void> {
  for (const place of [outbox, memory]) {
    await createDrain({
      outbox: place,
      readSender: async () => {
        const session = await readSession()
        return session && { token: session.token, userId: session.user.id }
      },
      sendPhoto: async ({ photo, token }) => {
        sent.push(`photo with ${token}`)
        return { limitReached: false, post: postOf(photo) }
      },
      withdraw: async () => ({ kind: 'deleted' }),
      sendChange: async ({ kind }, token) => {
        sent.push(`${kind} with ${token}`)
        return {}
      },
    })()
  }
}

const ALL_OF_ADA = ['like with of-ada-anew', 'photo with of-ada-anew', 'photo with of-ada-anew']

describe('photos and a like that wait for a user whose token the server refuses', () => {
  it('go up once the same phone number has signed in, whatever id it has now', async () => {
    await refuseAda()
    await beginSession(client, ADA_ANEW)
    await sendAll()
    expect(sent).toEqual(ALL_OF_ADA)
  })

  it('do not go up as another person with the same id, later as theirs', async () => {
    await refuseAda()
    await beginSession(client, BEN)
    await sendAll()
    expect(sent).toEqual([])
    for (const place of [outbox, memory])
      expect(JSON.stringify(await place.list())).not.toContain(ADA.user.phone)
    await endSession(client)
    await beginSession(client, ADA_ANEW)
    await sendAll()
    expect(sent).toEqual(ALL_OF_ADA)
  })

  it('do not go up as another person who signed in before the refusal', async () => {
    await beginSession(client, BEN)
    await sendAll()
    expect(sent).toEqual([])
  })

  it('do not go up as another person whose session was not stored yet', async () => {
    document.cookie = `token=${BEN.token}`
    client.clear()
    client = new QueryClient()
    expect(await client.fetchQuery(sessionQuery())).toEqual(BEN)
    await sendAll()
    expect(sent).toEqual([])
  })

  it('leave alone what the other person did meanwhile', async () => {
    await refuseAda()
    await beginSession(client, BEN)
    await put(outbox, { ownerUserId: BEN.user.id })
    await endSession(client)
    await beginSession(client, ADA_ANEW)
    await sendAll()
    expect(sent).toEqual(ALL_OF_ADA)
    await beginSession(client, { ...BEN, user: { ...BEN.user, id: 8 } })
    await sendAll()
    expect(sent.slice(ALL_OF_ADA.length)).toEqual(['photo with of-ben'])
  })
})

it('a photo of a user who is not known by a mark is left alone', async () => {
  const place = emptyOutbox()
  await put(place, { ownerUserId: ADA.user.id })
  await put(place, { ownerUserId: null })
  const ben = { ...BEN.user, id: 2 }
  await markOwner(place, ben)
  await claimOwned(place, BEN.user)
  await claimOwned(place, ben)
  expect(await place.list()).toMatchObject([
    { ownerUserId: ADA.user.id, ownerMark: null },
    { ownerUserId: null, ownerMark: null },
  ])
})

it('a photo on a page without https goes by the id as before', async () => {
  const place = emptyOutbox()
  await put(place, { ownerUserId: ADA.user.id })
  vi.stubGlobal('crypto', {})
  await markOwner(place, ADA.user)
  await claimOwned(place, ADA_ANEW.user)
  expect(await place.list()).toMatchObject([{ ownerUserId: ADA.user.id, ownerMark: null }])
})
