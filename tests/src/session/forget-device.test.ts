import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { keys } from 'idb-keyval'
import { expect, it, vi } from 'vitest'
import { answers, ormas, posts } from '../../../src/cache/cache-database.ts'
import { downloadOf, startDownload } from '../../../src/download/downloads.ts'
import { forgetDevice } from '../../../src/session/forget-device.ts'
import { EVENT_HASH, makePost } from '../../support/post-shapes.ts'

const emptyStorage = { getItem: () => null, setItem() {}, removeItem() {}, clear() {} }

it('forgetting everything on a device ends a download under way, which puts nothing back', async () => {
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', emptyStorage)
  vi.stubGlobal('sessionStorage', emptyStorage)
  vi.stubGlobal('caches', { keys: async () => [] })
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
