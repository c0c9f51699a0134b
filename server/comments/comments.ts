import type { Comment } from '../../contract/entities.ts'
import { COMMENTS_SHOWN } from '../../contract/limits.ts'
import { sql, sqlList } from '../db/sql.ts'
import type { Queries, Sql, Transaction } from '../db/sql.ts'
import { recordChange } from '../live/changes.ts'

export interface CommentRow {
  id: number
  post_id: number
  user_id: number
  user_name: string | null
  content: string
  created_at: number
}

export const commentColumns = sql`c.id, c.post_id, c.user_id, u.name as user_name, c.content, c.created_at`

function selectComments(rest: Sql): Sql {
  return sql`select ${commentColumns} from comments c join users u on u.id = c.user_id ${rest}`
}

/** The comments that travel with each of these posts, by post: the newest three, newest first. */
export async function newestComments(
  db: Queries,
  postIds: readonly number[],
): Promise<Map<number, Comment[]>> {
  const rows = await db.all<CommentRow>(sql`
    select ${commentColumns}
      from posts p
      join comments c on c.post_id = p.id and c.id >= coalesce(
             (select n.id from comments n where n.post_id = p.id
               order by n.id desc limit 1 offset ${COMMENTS_SHOWN - 1}), 0)
      join users u on u.id = c.user_id
     where p.id in (${sqlList(postIds)})
     order by c.post_id, c.id desc`)
  const byPost = Map.groupBy(rows, (row) => row.post_id)
  return new Map(postIds.map((id) => [id, (byPost.get(id) ?? []).map(toComment)]))
}

export async function listComments(db: Queries, post_id: number): Promise<Comment[]> {
  const rows = await db.all<CommentRow>(
    selectComments(sql`where c.post_id = ${post_id} order by c.id desc`),
  )
  return rows.map(toComment)
}

export async function findComment(
  db: Queries,
  { id, post_id }: Pick<CommentRow, 'id' | 'post_id'>,
): Promise<CommentRow | undefined> {
  return db.get<CommentRow>(selectComments(sql`where c.id = ${id} and c.post_id = ${post_id}`))
}

export async function readComment(
  db: Queries,
  name: Pick<CommentRow, 'id' | 'post_id'>,
): Promise<Comment | undefined> {
  const row = await findComment(db, name)
  return row && toComment(row)
}

export async function addComment(
  tx: Queries,
  { post_id, user_id, content }: Pick<CommentRow, 'post_id' | 'user_id' | 'content'>,
  nowMs: number,
): Promise<Comment> {
  const added = await tx.get<{ id: number }>(sql`
    insert into comments (post_id, event_id, user_id, content, created_at)
    values (${post_id}, (select event_id from posts where id = ${post_id}), ${user_id}, ${content}, ${nowMs})
    returning id`)
  await tx.run(sql`update posts set comment_count = comment_count + 1 where id = ${post_id}`)
  const comment = added && (await readComment(tx, { id: added.id, post_id }))
  if (!comment) throw new Error('a new comment cannot be found')
  await recordCommentChange(tx, { id: comment.id, post_id })
  return comment
}

export async function editComment(
  tx: Queries,
  { id, post_id, content }: Pick<CommentRow, 'id' | 'post_id' | 'content'>,
  nowMs: number,
): Promise<Comment | undefined> {
  await tx.run(
    sql`update comments set content = ${content}, edited_at = ${nowMs} where id = ${id} and post_id = ${post_id}`,
  )
  const comment = await readComment(tx, { id, post_id })
  if (comment) await recordCommentChange(tx, { id, post_id })
  return comment
}

export async function deleteComment(
  tx: Transaction,
  { id, post_id }: Pick<CommentRow, 'id' | 'post_id'>,
): Promise<boolean> {
  await tx.lockRow('posts', post_id)
  const removed = await tx.run(sql`delete from comments where id = ${id} and post_id = ${post_id}`)
  if (removed === 0) return false
  await tx.run(sql`update posts set comment_count = comment_count - 1 where id = ${post_id}`)
  await recordCommentChange(tx, { id, post_id })
  return true
}

async function recordCommentChange(
  tx: Queries,
  { id, post_id }: Pick<CommentRow, 'id' | 'post_id'>,
): Promise<void> {
  const post = await tx.get<{ event_id: number }>(
    sql`select event_id from posts where id = ${post_id}`,
  )
  if (!post) return
  await recordChange(tx, { event_id: post.event_id, kind: 'comment', post_id, subject_id: id })
}

export function toComment(row: CommentRow): Comment {
  return {
    id: row.id,
    content: row.content,
    createdAt: new Date(row.created_at).toISOString(),
    User: { id: row.user_id, name: row.user_name },
  }
}
