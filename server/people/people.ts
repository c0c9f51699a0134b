import type { Participant } from '../../contract/entities.ts'
import { PEOPLE_AT_ONCE } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'

interface ParticipantRow {
  id: number
  name: string | null
  photo_count: number
  comment_count: number
}

/** Who has posts or comments in an event, with how many, by their ids: the 100 after user `after`. Posts count in every state. */
export async function listPeople(db: Queries, event_id: number, after = 0): Promise<Participant[]> {
  const rows = await db.all<ParticipantRow>(sql`
    with counts (user_id, photos, comments) as (
      select user_id, count(*), 0 from posts where event_id = ${event_id} and user_id > ${after} group by user_id
       union all
      select user_id, 0, count(*) from comments where event_id = ${event_id} and user_id > ${after} group by user_id
    )
    select u.id, u.name, cast(sum(n.photos) as bigint) as photo_count, cast(sum(n.comments) as bigint) as comment_count
      from counts n
      join users u on u.id = n.user_id
     group by u.id, u.name
     order by u.id
     limit ${PEOPLE_AT_ONCE}`)
  return rows.map(({ id, name, photo_count, comment_count }) => ({
    User: { id, name },
    photoCount: photo_count,
    commentCount: comment_count,
  }))
}
