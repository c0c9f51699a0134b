import type { Query, QueryFunction, QueryFunctionContext } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { isSilence } from '../api/contact.ts'
import type { PostPages } from '../device/post-list.ts'
import { readKept } from '../device/read-kept.ts'
import { askOrKept, keptLists } from './ask-or-kept.ts'

/** Storage that hangs does not hold the page up for longer; what it gives later stands in for an answer that does not come. */
const READ_WITHIN_MS = 1500

/** Queries whose kept answer is on its way to them, and when the server said it (epoch milliseconds). */
const restored = new WeakMap<object, number>()
/** Lists of posts that went on with what is kept here, which makes them no newer, and their age before. */
const continued = new WeakMap<object, number>()

/**
 * The `persister` of all queries: a query that has nothing yet gives what this device has kept of it, and asks the server
 * then, in case that is out of date.
 */
export async function restoreFirst<Data>(
  ask: QueryFunction<Data, readonly unknown[], never>,
  context: QueryFunctionContext,
  query: Query,
): Promise<Data> {
  const reading = query.state.data === undefined ? readKept(query.queryKey) : undefined
  const kept = await inTime(reading)
  const asking = async () => ask(context as QueryFunctionContext<readonly unknown[], never>)
  if (!kept || query.state.data !== undefined) {
    const { dataUpdatedAt } = query.state
    const answer = await askOrKept(asking, async () => {
      const late = query.state.data === undefined ? await inTime(reading) : undefined
      if (!late || late.paused !== undefined) return undefined
      restored.set(query, late.updatedAt)
      return late.data as Data
    })
    if (endsKept(answer)) continued.set(query, dataUpdatedAt)
    return answer
  }
  const { paused } = kept
  if (paused !== undefined) {
    // As the server said when it was last asked, until it says something else.
    const error = new ApiError(403, paused, { code: 'paused' })
    query.setState({ data: kept.data, error, status: 'error' })
    return asking().catch((reason: unknown) => Promise.reject(isSilence(reason) ? error : reason))
  }
  restored.set(query, kept.updatedAt)
  return kept.data as Data
}

/** The `onSuccess` of all queries: what was restored is as old as it is, and is asked for anew. */
export function dateRestored(query: Query<unknown, unknown>): void {
  const before = continued.get(query)
  if (before !== undefined) {
    continued.delete(query)
    query.setState({ dataUpdatedAt: before })
  }
  const dataUpdatedAt = restored.get(query)
  if (dataUpdatedAt === undefined) return
  restored.delete(query)
  query.setState({ dataUpdatedAt })
  // Once the answer is in its place. What asks by itself, as a feed does for its newest posts, is never stale.
  setTimeout(() => {
    if (query.isStale()) query.fetch().catch(() => undefined)
  })
}

function endsKept(answer: unknown): boolean {
  const end = (answer as Partial<PostPages> | null | undefined)?.pages?.at(-1)
  return end !== undefined && keptLists.has(end)
}

/** Undefined where there is nothing, or nothing in time. */
function inTime<T>(reading: Promise<T> | undefined) {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, READ_WITHIN_MS))
  return Promise.race([reading, late])
}
