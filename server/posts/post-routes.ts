import type { Parts } from '../events/parts.ts'
import { api } from '../../contract/api.ts'
import { FIRST_PAGE } from '../../contract/limits.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { listFeed, listFeedIds, listPostsOf, listUnfinished, seenAlone } from './feed.ts'
import { createFeedPages } from './feed-pages.ts'
import { toPosts } from './post-wire.ts'
import { requirePlace, requirePost } from './read-posts.ts'
import { blobKeysOf } from './post-media.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { recordAct } from '../events/audit.ts'
import type { OrganisersAct } from '../events/audit.ts'
import { deletePost } from './posts.ts'

type PostParts = RemovePostParts & Pick<Parts, 'access' | 'signedMedia'>

export function postRoutes(parts: PostParts): Route[] {
  const { db, access, signedMedia } = parts
  const pages = createFeedPages(db)

  return [
    handle(api.listPosts, {
      load: access.requireEvent,
      run: ({ loaded: event, params, query }) => pages.read(event, { ...params, ...query }),
    }),

    handle(api.listNewestPosts, {
      load: access.requireEvent,
      run: ({ loaded: event, query }) => pages.read(event, { page: FIRST_PAGE, ...query }),
    }),

    handle(api.getPost, {
      load: async (subject) => {
        const event = await access.requireEvent(subject)
        const { post_id } = subject.params
        return { event, row: await requirePost(db, event, post_id) }
      },
      run: async ({ loaded: { event, row }, query }) => {
        const after = await requirePlace(db, event, row.id)
        const following = query.next
          ? await listFeed(db, event.id, { after, count: query.next, only: seenAlone(event) })
          : []
        const [post, ...next] = await toPosts(db, event, [row, ...following], signedMedia)
        if (!post) throw new Error('a post got lost on its way out')
        return query.next === undefined ? { post } : { post, next }
      },
    }),

    handle(api.listPendingPosts, {
      load: access.requireEvent,
      run: async ({ loaded: event, user }) => {
        const rows = await listUnfinished(db, event.id, user.id, event.viewer.isOrganiser)
        return { posts: await toPosts(db, event, rows, signedMedia) }
      },
    }),

    handle(api.listOwnPosts, {
      load: access.requireEvent,
      run: async ({ loaded: event, query, user }) => {
        await requirePlace(db, event, query.after)
        const rows = await listPostsOf(db, event.id, user.id, query.after)
        return { posts: await toPosts(db, event, rows, signedMedia) }
      },
    }),

    handle(api.listPostIds, {
      load: access.requireEvent,
      run: async ({ loaded: event }) => ({ ids: await listFeedIds(db, event) }),
    }),

    handle(api.deletePost, {
      load: async (subject) => {
        const event = await access.requireEvent(subject)
        const row = await requirePost(db, event, subject.params.post_id)
        if (row.user_id !== subject.user.id && !event.viewer.isOrganiser) {
          throw new HttpError('forbidden')
        }
        return { event, row }
      },
      run: async ({ loaded: { event, row }, user }) => {
        const action = row.status === 'FAILEDBYNUDITY' ? 'reject' : 'delete_post'
        const act = { event_id: event.id, user_id: user.id, action, post_id: row.id } as const
        await removePost(parts, row.id, event.viewer.isOrganiser ? act : undefined)
        return undefined
      },
    }),
  ]
}

type RemovePostParts = Pick<Parts, 'db' | 'blobs' | 'log' | 'now'>

/**
 * Deletes a post, and once that is for good its files; resolves to how many files there were. One that is gone is deleted already. `act`
 * is written down where an organiser deletes it.
 */
export async function removePost(
  { db, blobs, log, now }: RemovePostParts,
  post_id: number,
  act?: OrganisersAct,
): Promise<number> {
  const deleted = await db.transaction(async (tx) => {
    const post = await deletePost(tx, post_id, now())
    if (post && act) await recordAct(tx, act, now())
    return post
  })
  return deleted ? removeBlobs({ blobs, log }, blobKeysOf(deleted)) : 0
}
