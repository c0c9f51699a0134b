import { api } from '../../contract/api.ts'
import type { Database } from '../db/sql.ts'
import type { EventAccess } from '../events/require-event.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { byFeedVersion } from '../posts/by-feed-version.ts'
import { toPosts } from '../posts/post-wire.ts'
import { requirePlace } from '../posts/read-posts.ts'
import { listTimeslotPosts, listTimeslots } from './timeslots.ts'

/** The timeline: the hours of an Orma, and the photos of each. */
export function timeslotRoutes({ db, access }: { db: Database; access: EventAccess }): Route[] {
  const timeslotsOf = byFeedVersion((event_id) => listTimeslots(db, event_id))
  return [
    handle(api.listTimeslots, {
      load: access.requireEvent,
      run: ({ loaded: event }) => timeslotsOf(event),
    }),

    handle(api.listTimeslotPosts, {
      load: access.requireEvent,
      run: async ({ loaded: event, params: { timeslot, page }, query, user }) => {
        const after =
          query.after === undefined ? undefined : await requirePlace(db, event.id, query.after)
        const rows = await listTimeslotPosts(db, { event_id: event.id, timeslot }, { page, after })
        return toPosts(db, event, rows, user?.id)
      },
    }),
  ]
}
