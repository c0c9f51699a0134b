import { api } from '../../contract/api.ts'
import { listAllComments } from '../comments/all-comments.ts'
import type { Database } from '../db/sql.ts'
import type { EventAccess } from '../events/require-event.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { listPostsOf } from '../posts/feed.ts'
import { toPosts } from '../posts/post-wire.ts'
import type { SignedMedia } from '../posts/signed-media.ts'
import { listPeople } from './people.ts'

interface PeopleParts {
  db: Database
  access: EventAccess
  signedMedia: SignedMedia
}

/**
 * How an Orma's owner finds people and photos. Lists go on by id: from what has been deleted meanwhile too, and the same where two
 * came at the same moment.
 */
export function peopleRoutes({ db, access, signedMedia }: PeopleParts): Route[] {
  return [
    handle(api.listPeople, {
      load: access.requireOwnEvent,
      run: async ({ loaded: event, query }) => ({
        people: await listPeople(db, event.id, query.after),
      }),
    }),

    handle(api.listPersonPosts, {
      load: access.requireOwnEvent,
      run: async ({ loaded: event, params, query, user }) => {
        const rows = await listPostsOf(db, event.id, params.user_id, query.after)
        return { posts: await toPosts(db, event, rows, user.id, signedMedia) }
      },
    }),

    handle(api.listAllComments, {
      load: access.requireOwnEvent,
      run: async ({ loaded: event, query }) => ({
        comments: await listAllComments(db, event.id, query.after),
      }),
    }),
  ]
}
