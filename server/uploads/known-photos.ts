import { sql, sqlList } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'

interface KnownPhoto {
  /** Of the bytes as received, or of the photo they were made smaller from; hexadecimal. */
  sha256: string
  post_id: number
}

/**
 * Which of these photos an event has, each with its oldest post: among those that are shown, and the user's own that are or may yet be.
 * Of another's photo that waits, or failed, it says nothing.
 */
export async function listKnownPhotos(
  db: Queries,
  { event_id, user_id }: { event_id: number; user_id: number },
  sha256: readonly string[],
): Promise<KnownPhoto[]> {
  const mayBeTold = sql`event_id = ${event_id}
       and (status = 'COMPLETED' or (user_id = ${user_id} and status <> 'FAILEDPROCESSING'))`
  return db.all<KnownPhoto>(sql`
    select sha256, min(id) as post_id from (
      select id, sha256 from posts where ${mayBeTold} and sha256 in (${sqlList(sha256)})
      union all
      select id, original_sha256 from posts where ${mayBeTold} and original_sha256 in (${sqlList(sha256)})
    ) as told
     group by sha256
     order by post_id`)
}
