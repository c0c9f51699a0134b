import 'fake-indexeddb/auto'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { keys } from 'idb-keyval'
import { beforeEach, expect, it, vi } from 'vitest'
import { doorCookie, guestCookie } from '../../../contract/limits.ts'
import { isSilent } from '../../../src/api/contact.ts'
import { answers, ormas, posts } from '../../../src/cache/cache-database.ts'
import { downloadOf, startDownload } from '../../../src/download/downloads.ts'
import { revokeTokens } from '../../../src/outbox/queue/upload-work.ts'
import { addRevocation, readRevocations } from '../../../src/outbox/store/notes.ts'
import { outbox } from '../../../src/outbox/store/outbox.ts'
import { saveSession } from '../../../src/device/token.ts'
import { forgetDevice } from '../../../src/session/forget-device.ts'
import { endSession, sessionKey } from '../../../src/session/session-query.ts'
import { photoOf, put } from '../../support/outbox-photos.ts'
import { setPosts } from '../../support/page-posts.ts'
import { downFrom, EVENT_HASH, idsDown, inPages, makePost } from '../../support/post-shapes.ts'
import { ADA, keepCookies, stubPage } from './stub-page.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { byPage, listOf } from '../../../src/posts/post-list.ts'

beforeEach(() => {
  stubPage()
  vi.stubGlobal('caches', { keys: async () => [] })
})

it('forgetting everything on a device ends a download under way, which puts nothing back', async () => {
  const asked: string[] = []
  const { promise: answer, resolve: giveAnswer } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    asked.push(path)
    await answer
    signal?.throwIfAborted()
    return Response.json(asked.length > 1 ? [] : [makePost(1)])
  })
  const download = startDownload(EVENT_HASH, undefined)
  await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000)

  await forgetDevice(new QueryClient())
  giveAnswer()
  await download
  for (const store of [answers, ormas, posts]) expect(await keys(store)).toEqual([])
  expect(downloadOf(EVENT_HASH).state).toBe('unknown')
})

it('forgetting everything revokes the token, and keeps those still to be revoked', async () => {
  const revoked: unknown[] = []
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (path: string, { headers }: RequestInit) => {
    if (path.endsWith('/users/logout')) revoked.push(new Headers(headers).get('authorization'))
    return answer.promise
  })
  const client = new QueryClient()
  client.setQueryData(sessionKey, ADA)
  await addRevocation('of-ben')
  await forgetDevice(client)
  expect(client.getQueryData(sessionKey)).toBeNull()
  await vi.waitFor(() => expect(revoked).toEqual(['of-ada']), 30_000)
  expect(await readRevocations()).toEqual(['of-ben', 'of-ada'])
  answer.resolve(new Response(null, { status: 204 }))
  await vi.waitFor(async () => expect(await readRevocations()).toEqual(['of-ben']), 30_000)
})

it('forgetting everything leaves no cookie of an Orma', async () => {
  keepCookies()
  for (const name of [doorCookie(EVENT_HASH), guestCookie('g'.repeat(22)), 'other']) {
    document.cookie = `${name}=1; Max-Age=60`
  }
  await forgetDevice(new QueryClient())
  expect(document.cookie).toBe('other=1')
})

it('a proxy’s refusal leaves a token to be revoked, the server’s does not', async () => {
  let respond = () => new Response('<h1>Log in to the hotel’s network</h1>', { status: 401 })
  vi.stubGlobal('fetch', async () => respond())
  const client = new QueryClient()
  client.setQueryData(sessionKey, ADA)
  await forgetDevice(client)
  await vi.waitFor(() => expect(isSilent()).toBe(true), 30_000)
  expect(await revokeTokens()).toBe(false)
  expect(await readRevocations()).toContain('of-ada')
  const refusal = { success: false, error: 'Invalid token', code: 'unauthorized' }
  respond = () => Response.json(refusal, { status: 401 })
  expect(await revokeTokens()).toBe(true)
  expect(await readRevocations()).toEqual([])
})

it('forgetting everything first asks for discarded photos that may be stored', async () => {
  document.cookie = 'token=of-ada'
  const headers = { location: `/api/events/${EVENT_HASH}/uploads/1`, 'upload-offset': '0' }
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method, ...request }: RequestInit) => {
    const isAda = new Headers(request.headers).get('authorization') === ADA.token
    if (isAda) asked.push(`${method} ${url.replace(/.*\//, '')}`)
    return new Response(null, { status: url.endsWith('/uploads') ? 201 : 204, headers })
  })
  const client = new QueryClient()
  client.setQueryData(sessionKey, ADA)
  await saveSession(ADA)
  const discarded = { ownerUserId: ADA.user.id, mayBeStored: true, isUnwanted: true }
  await put(outbox, { ...discarded, nextAt: Date.now() + 60_000, waitMs: 60_000 })
  const wanted = await put(outbox, { ownerUserId: ADA.user.id, state: 'draft' })
  await forgetDevice(client)
  await vi.waitFor(() => expect(asked).toContain('POST logout'), 30_000)
  expect(asked).toEqual(['POST uploads', 'DELETE 1', 'POST logout'])
  expect(await photoOf(outbox, wanted)).toBeUndefined()
})

it('whoever signs out deep in a feed has its newest page asked for', async () => {
  const client = new QueryClient()
  const { feed, newest } = queryKeys
  setPosts(client, feed(EVENT_HASH), inPages(downFrom(72, 49), downFrom(48, 25), downFrom(24, 1)))
  setPosts(client, newest(EVENT_HASH), listOf(downFrom(72, 49)))
  const askPage = vi.fn<() => Promise<number[]>>().mockResolvedValue([])
  const askNewest = vi.fn<() => Promise<unknown>>().mockResolvedValue(listOf(idsDown(72, 49)))
  const options = { staleTime: Infinity }
  const shown = [
    new InfiniteQueryObserver(client, {
      ...byPage,
      ...options,
      queryKey: feed(EVENT_HASH),
      queryFn: askPage,
    }).subscribe(() => undefined),
    new QueryObserver(client, {
      ...options,
      queryKey: newest(EVENT_HASH),
      queryFn: askNewest,
    }).subscribe(() => undefined),
  ]
  await endSession(client)
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(askNewest).toHaveBeenCalledTimes(1)
  expect(askPage).not.toHaveBeenCalled()
  for (const leave of shown) leave()
  client.clear()
})
