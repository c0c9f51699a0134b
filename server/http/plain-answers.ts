import type { ErrorHandler } from 'hono'
import { StoreOutage, StorageFull, DatabaseOutage } from '../outages.ts'
import type { Log } from '../log.ts'

/** Answers what went wrong outside the API, for a page or a picture: a status, and text for whoever reads it. */
export function plainAnswerTo(log: Log): ErrorHandler {
  return (error, c) => {
    const about = { method: c.req.method, route: c.req.routePath, error }
    if (error instanceof DatabaseOutage || error instanceof StoreOutage) {
      log.warn('a store is away', about)
      return c.text('Service Unavailable', 503, { 'cache-control': 'no-store', 'retry-after': '5' })
    }
    if (error instanceof StorageFull) {
      log.warn('the disk is full', about)
      return c.text('Insufficient Storage', 507, { 'cache-control': 'no-store' })
    }
    log.error('surprise', about)
    return c.text('Internal Server Error', 500, { 'cache-control': 'no-store' })
  }
}
