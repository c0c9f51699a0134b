import type { Parts } from '../events/parts.ts'
import { api } from '../../contract/api.ts'
import { sql, sqlList } from '../db/sql.ts'
import type { Database, Transaction } from '../db/sql.ts'
import { recordAct } from '../events/audit.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { selectPosts } from '../posts/posts.ts'
import type { PostRow } from '../posts/posts.ts'
import { toPosts } from '../posts/post-wire.ts'
import { lockPost, requirePost } from '../posts/read-posts.ts'
import { approvePost, listFlagged } from './flagged-posts.ts'

/** Photos that wait for the organisers of their Orma, who approve them here; to reject one is to delete the post. */
export function moderationRoutes({
  db,
  access,
  signedMedia,
  now,
}: Pick<Parts, 'db' | 'access' | 'signedMedia' | 'now'>): Route[] {
  return [
    handle(api.listFlaggedPosts, {
      load: access.requireEvent,
      run: async ({ loaded: event, user }) => {
        const { isOrganiser } = event.viewer
        const rows = await listFlagged(db, event.id, isOrganiser ? undefined : user.id)
        return { data: await toPosts(db, event, rows, signedMedia) }
      },
    }),

    handle(api.approvePost, {
      load: async (subject) => {
        const event = await access.requireEvent(subject)
        const row = await requirePost(db, event, subject.params.post_id)
        if (!event.viewer.isOrganiser) throw new HttpError('owner_only')
        return { event, post_id: row.id }
      },
      run: async ({ loaded: { event, post_id }, user }) => {
        const row = await db.transaction(async (tx) => {
          await lockPost(tx, event, post_id)
          await approve(tx, { event_id: event.id, user_id: user.id, post_id }, now())
          return requirePost(tx, event, post_id)
        })
        if (row.status !== 'COMPLETED') throw new HttpError('not_flagged')
        const [post] = await toPosts(db, event, [row])
        if (!post) throw new Error('a post got lost on its way out')
        return { success: true as const, post }
      },
    }),

    handle(api.approvePosts, {
      load: access.requireOrganised,
      run: async ({ loaded: event, body: { post_ids }, user }) => {
        const rows = await approveAll(db, { event_id: event.id, user_id: user.id, post_ids }, now())
        return { success: true as const, posts: await toPosts(db, event, rows) }
      },
    }),
  ]
}

/** Who approves, where. */
interface Approver {
  event_id: number
  user_id: number
}

/** Approves those of these posts that wait for it; gives them with those that are shown already, newest first. */
async function approveAll(
  db: Database,
  { event_id, user_id, post_ids }: Approver & { post_ids: readonly number[] },
  nowMs: number,
): Promise<PostRow[]> {
  // A body may carry any number; PostgreSQL takes only whole ones for an id.
  const ids = [...new Set(post_ids)].filter(Number.isSafeInteger)
  return db.transaction(async (tx) => {
    const found = await tx.all<{ id: number }>(sql`
      select id from posts where event_id = ${event_id} and id in (${sqlList(ids)}) order by id`)
    // All locked before the first is changed, and always in the same order, so that two such calls cannot deadlock.
    for (const { id } of found) await tx.lockRow('posts', id)
    for (const { id } of found) await approve(tx, { event_id, user_id, post_id: id }, nowMs)
    return tx.all<PostRow>(
      selectPosts(sql`
       where p.event_id = ${event_id} and p.status = 'COMPLETED' and p.id in (${sqlList(ids)})
       order by p.published_at desc, p.id desc`),
    )
  })
}

async function approve(
  tx: Transaction,
  { event_id, user_id, post_id }: Approver & { post_id: number },
  nowMs: number,
): Promise<void> {
  if (!(await approvePost(tx, post_id, nowMs))) return
  await recordAct(tx, { event_id, user_id, action: 'approve', post_id }, nowMs)
}
