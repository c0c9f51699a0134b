import { api } from '../contract/api.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../contract/limits.ts'
import { call } from '../src/api/call.ts'
import { listKeptOrmas, pruneKept } from '../src/device/kept-ormas.ts'
import { queryKeys } from '../src/device/query-keys.ts'
import { readSession } from '../src/device/token.ts'
import { keepStretch } from '../src/device/write-kept.ts'
import { scope } from './worker-scope.ts'

/** More than these nobody opens next. */
const REFRESHED_MAX = 5

/** Brings the newest posts of the Ormas last visited onto this device, while no page is open. What cannot be had now stays as it is. */
export async function refreshFeeds(): Promise<void> {
  // A page that is open does so itself.
  if ((await scope.clients.matchAll()).length > 0) return
  await pruneKept()
  const token = (await readSession())?.token
  for (const { event_hash } of (await listKeptOrmas()).slice(0, REFRESHED_MAX)) {
    try {
      const params = { event_hash, page: FIRST_PAGE }
      const posts = await call(api.listPosts, { params, token })
      const stretch = { posts, isTop: true, isEnd: posts.length < PAGE_SIZE }
      await keepStretch(queryKeys.feed(event_hash), stretch, { updatedAt: Date.now() })
    } catch (error) {
      console.error(error)
    }
  }
}
