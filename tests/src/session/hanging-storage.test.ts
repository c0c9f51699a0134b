import 'fake-indexeddb/auto'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewChange } from '../../../src/outbox/store/outbox-item.ts'
import { EVENT } from '../../support/outbox-photos.ts'
import { ADA, stubPage } from './stub-page.ts'

const LIKE: NewChange = {
  key: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  kind: 'like',
  eventHash: EVENT,
  postId: 7,
  content: null,
  ownerUserId: ADA.user.id,
}
/** Longer than anybody waits for storage, some times over. */
const SOME_TIME_MS = 10_000

let client: QueryClient
let answer: (address: string) => Promise<Response>

beforeEach(() => {
  vi.useFakeTimers()
  stubPage()
  answer = async () => Response.json({ user: ADA.user })
  vi.stubGlobal('fetch', (address: URL | string) => answer(String(address)))
  client = new QueryClient()
})
afterEach(() => client.clear())

describe('on a device whose storage never answers', () => {
  beforeEach(() => vi.stubGlobal('indexedDB', { open: () => ({ addEventListener: () => 0 }) }))

  it('the user whose token it has is signed in', async () => {
    document.cookie = `token=${ADA.token}`
    const { sessionQuery, currentSession } = await loadPage()
    new QueryObserver(client, sessionQuery()).subscribe(() => undefined)
    expect(await later(currentSession(client))).toEqual(ADA)
  })

  it('whoever has no token is signed out', async () => {
    const { currentSession } = await loadPage()
    expect(await later(currentSession(client))).toBeNull()
  })

  it('whoever signs in is signed in', async () => {
    const { sessionQuery, beginSession, readSession } = await loadPage()
    await later(beginSession(client, ADA))
    expect(client.getQueryData(sessionQuery().queryKey)).toEqual(ADA)
    expect(await later(readSession())).toEqual(ADA)
  })

  it('whoever signs out is signed out', async () => {
    document.cookie = `token=${ADA.token}`
    const { sessionQuery, endSession } = await loadPage()
    client.setQueryData(sessionQuery().queryKey, ADA)
    await later(endSession(client))
    expect(client.getQueryData(sessionQuery().queryKey)).toBeNull()
  })

  it('whoever has everything forgotten is signed out, and told what could not be', async () => {
    document.cookie = `token=${ADA.token}`
    vi.stubGlobal('caches', { keys: async () => [] })
    const { sessionQuery, forgetDevice } = await loadPage()
    client.setQueryData(sessionQuery().queryKey, ADA)
    const forgetting = forgetDevice(client).catch((error: unknown) => error)
    expect(await later(forgetting)).toBeInstanceOf(Error)
    expect(client.getQueryData(sessionQuery().queryKey)).toBeNull()
    expect(document.cookie).not.toContain(ADA.token)
  })

  it('a like is shown, and goes to the server', async () => {
    document.cookie = `token=${ADA.token}`
    const { currentUploads, queueChange, saveSession } = await loadPage()
    await later(saveSession(ADA))
    const asked: string[] = []
    answer = async (address) => {
      asked.push(address)
      return Response.json({ success: true, Likes: [] })
    }
    void queueChange(LIKE)
    expect(currentUploads().changes).toMatchObject([{ key: LIKE.key, state: 'waiting' }])
    await vi.advanceTimersByTimeAsync(SOME_TIME_MS)
    await vi.waitFor(() => expect(asked).toContainEqual(expect.stringMatching(/like$/)))
  })

  it('live news begin, as on a device that has heard none', async () => {
    const { readLiveId } = await loadPage()
    expect(await later(readLiveId('a'.repeat(22)))).toBeUndefined()
  })
})

it('a storage that wakes late says who is signed in', async () => {
  await (await loadPage()).saveSession(ADA)
  const { promise: isAwake, resolve: wake } = Promise.withResolvers<undefined>()
  vi.stubGlobal('indexedDB', { open: openAfter(isAwake) })
  document.cookie = `token=${ADA.token}`
  answer = () => Promise.reject(new TypeError('no network'))
  const { sessionQuery } = await loadPage()
  const observer = new QueryObserver(client, sessionQuery())
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(SOME_TIME_MS)
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, fetchStatus: 'idle' })
  wake(undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(ADA))
})

/** As a page that is opened anew: none of its databases are open. */
async function loadPage() {
  vi.resetModules()
  const { readLiveId } = await import('../../../src/live/live-id.ts')
  const { readSession, saveSession } = await import('../../../src/device/token.ts')
  const session = await import('../../../src/session/session-query.ts')
  const { forgetDevice } = await import('../../../src/session/forget-device.ts')
  const { queueChange } = await import('../../../src/outbox/page/upload-driver.ts')
  const { currentUploads } = await import('../../../src/outbox/page/upload-store.ts')
  return {
    ...session,
    currentUploads,
    forgetDevice,
    queueChange,
    readLiveId,
    readSession,
    saveSession,
  }
}

/** Waits on a clock that goes on by itself. */
async function later<T>(work: Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  let isDone = false
  void work.then((result) => {
    isDone = true
    resolve(result)
  })
  await vi.advanceTimersByTimeAsync(SOME_TIME_MS)
  expect(isDone).toBe(true)
  return promise
}

/** Opens a database as the device does, once it is awake. */
function openAfter(isAwake: Promise<unknown>) {
  const device = indexedDB
  return (...args: Parameters<IDBFactory['open']>) => {
    const request = device.open(...args)
    Object.defineProperty(request, 'onsuccess', {
      set(listener: () => void) {
        request.addEventListener('success', () => void isAwake.then(listener))
      },
    })
    return request
  }
}
