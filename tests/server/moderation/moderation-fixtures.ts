import { api as calls } from '../../../contract/api.ts'
import type { Post, ReviewReason } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'

/** An Orma, its people, and the calls about photos that wait for its owner. */
export function freshModeration() {
  const { guest: author, ...people } = freshOrma()
  const { api, event } = people
  const ofEvent = () => ({ event_hash: event.event_hash })
  return {
    ...people,
    author,

    addFlagged: (by = author, reviewReason: ReviewReason = 'nudity', of = event) =>
      api.addPost(of, by, { status: 'FAILEDBYNUDITY', reviewReason }),

    flagged: (person?: Person) =>
      api.request(calls.listFlaggedPosts, { params: ofEvent(), ...person }),

    approve: (post_id: number, person?: Person, { event_hash } = event) =>
      api.request(calls.approvePost, { params: { event_hash, post_id }, ...person }),

    approveAll: (post_ids: unknown, person?: Person) =>
      api.request(calls.approvePosts, { params: ofEvent(), body: { post_ids }, ...person }),

    async feed(): Promise<Post[]> {
      return (await api.request(calls.listPosts, { params: { ...ofEvent(), page: 1 } })).body
    },

    /** What the event counts. */
    async readEvent() {
      const row = await api.db.get<Record<string, number>>(
        sql`select post_count, storage_bytes, feed_version from events where id = ${event.id}`,
      )
      return row ?? {}
    },
  }
}

export const idsOf = (posts: Post[]) => posts.map(({ id }) => id)
