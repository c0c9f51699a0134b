import type { Query, QueryFunction, QueryFunctionContext } from '@tanstack/react-query'
import { readKept } from '../device/read-kept.ts'

/** Storage that hangs does not hold the page up for longer. */
const READ_WITHIN_MS = 1500

/**
 * The `persister` of all queries: a query that has nothing yet gives what this device has kept of it, and asks the server
 * then, in case that is out of date.
 */
export async function restoreFirst<Data>(
  ask: QueryFunction<Data, readonly unknown[], never>,
  context: QueryFunctionContext,
  query: Query,
): Promise<Data> {
  const kept = query.state.data === undefined ? await readInTime(query.queryKey) : undefined
  if (!kept || query.state.data !== undefined) {
    return ask(context as QueryFunctionContext<readonly unknown[], never>)
  }
  // The answer counts as new once it is in its place.
  setTimeout(() => {
    query.setState({ dataUpdatedAt: kept.updatedAt })
    // What asks by itself (a feed asks for its newest posts) is never stale.
    if (query.isStale()) query.fetch().catch(() => undefined)
  })
  return kept.data as Data
}

/** Undefined where there is nothing, or nothing in time. */
function readInTime(key: readonly unknown[]) {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, READ_WITHIN_MS))
  return Promise.race([readKept(key), late])
}
