import 'fake-indexeddb/auto'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { keys } from 'idb-keyval'
import { vi } from 'vitest'
import type { Post } from '../../../contract/entities.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { ApiError } from '../../../src/api/api-error.ts'
import { answers } from '../../../src/cache/cache-database.ts'
import { postStore } from '../../../src/cache/post-store.ts'
import { createQueryPersister, visitOrma } from '../../../src/cache/query-persister.ts'
import { byPage, listOf } from '../../../src/posts/post-list.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { EVENT_HASH, downFrom, makeEvent } from '../../support/post-shapes.ts'

export const EVENT = queryKeys.event(EVENT_HASH)

type OrmaOnServer = ReturnType<typeof ormaOnServer>

/** An Orma of 30 posts as the server has it, and what it was asked for. */
export function ormaOnServer() {
  return {
    event: makeEvent(),
    posts: downFrom(30, 1),
    asked: [] as string[],
    /** No word of it is heard. */
    isSilent: false,
  }
}

/** A page of the app, with a query client of its own. Time between steps passes for the server's word to be out of date. */
export function openPage(server: OrmaOnServer) {
  const client = new QueryClient()
  client.setDefaultOptions({
    queries: {
      persister: createQueryPersister(client),
      retry: false,
      networkMode: 'always',
    },
  })
  const { put } = postStore(client)
  const event = new QueryObserver(client, {
    queryKey: EVENT,
    queryFn: () => hear(server, 'event', ({ event: told }) => told),
  })
  const feed = new InfiniteQueryObserver(client, {
    queryKey: queryKeys.feed(EVENT_HASH),
    ...byPage,
    queryFn: ({ pageParam: { after } }) =>
      hear(server, 'posts', ({ posts }) => put(pageOf(posts, after))),
    staleTime: Infinity,
  })
  return {
    client,
    visit: () => visitOrma(client, EVENT_HASH),
    askEvent: () => answerOf(event),
    askFeed: () => answerOf(feed),
    askMore: async () => (await feed.fetchNextPage({ throwOnError: true })).data,
    askNewest: () =>
      client.fetchQuery({
        queryKey: queryKeys.newest(EVENT_HASH),
        queryFn: () => hear(server, 'newest', ({ posts }) => listOf(put(pageOf(posts)))),
      }),
    /** Resolves when what was to be written is. */
    async settled() {
      await new Promise((resolve) => setTimeout(resolve, 0))
      await vi.waitUntil(() => client.isFetching() === 0, { timeout: 60_000 })
      for (let turn = 0; turn < 20; turn += 1) await keys(answers)
    },
    close: () => client.clear(),
  }
}

/** Looks at a query from now on; gives its first answer. */
function answerOf<T>(looked: Looked<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const { data, error } = looked.getCurrentResult()
      if (data !== undefined) resolve(data)
      else if (error) reject(error)
    }
    looked.subscribe(look)
    look()
  })
}

interface Looked<T> {
  subscribe: (listener: () => void) => unknown
  getCurrentResult: () => { data: T | undefined; error: Error | null }
}

/** A page on which the Orma is visited. */
export async function visitedPage(server: OrmaOnServer) {
  const page = openPage(server)
  await page.visit()
  return page
}

async function hear<T>(
  server: OrmaOnServer,
  what: string,
  tell: (from: OrmaOnServer) => T,
): Promise<T> {
  server.asked.push(what)
  if (server.isSilent) throw new ApiError(500, 'no answer', { code: 'no_answer' })
  return tell(server)
}

function pageOf(posts: readonly Post[], after?: number): Post[] {
  const from = after === undefined ? 0 : posts.findIndex(({ id }) => id === after) + 1
  return posts.slice(from, from + PAGE_SIZE)
}
