import type { PhotoComment, PostStatus } from '../../contract/entities.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { mediaAddresses } from '../posts/post-media.ts'
import { commentColumns, toComment } from './comments.ts'
import type { CommentRow } from './comments.ts'

interface PhotoCommentRow extends CommentRow {
  status: PostStatus
  media_name: string
  thumbhash: string | null
}

/** The comments of all posts of an event, newest first: the 24 that are older than comment `after`. */
export async function listAllComments(
  db: Queries,
  event_id: number,
  after: number | undefined,
): Promise<PhotoComment[]> {
  const rows = await db.all<PhotoCommentRow>(sql`
    select ${commentColumns}, p.status, p.media_name, p.thumbhash
      from comments c
      join posts p on p.id = c.post_id
      join users u on u.id = c.user_id
     where c.event_id = ${event_id} ${after === undefined ? sql`` : sql`and c.id < ${after}`}
     order by c.id desc
     limit ${PAGE_SIZE}`)
  return rows.map((row) => ({
    ...toComment(row),
    Post: {
      id: row.post_id,
      // Of one that is not shown the blur has to do.
      compressed_url: row.status === 'COMPLETED' ? mediaAddresses(row.media_name).thumb : null,
      thumbhash: row.thumbhash,
    },
  }))
}
