import { beforeEach, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Event } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'
import { detours } from '../../support/query-plan.ts'

const POSTS = 50_000
/** Likes and a comment each, of which the answer has as many posts as a page. */
const SMALL = 30

let statements: Sql[] = []
let other: Event

const { api, owner, guest, stranger, event } = freshOrma((db) => ({
  ...db,
  all: (statement) => db.all((statements.push(statement), statement)),
  get: (statement) => db.get((statements.push(statement), statement)),
}))

/** An event with many posts, one in a hundred of them the guest's, and one with few, all older and the guest's. */
beforeEach(async () => {
  other = await api.createOrma(owner)
  await api.db.transaction(async (tx) => {
    // What refers to what is known to be right here, and looking it up takes most of the time.
    if (api.db.isShared) await tx.define('set local session_replication_role = replica')
    await tx.run(sql`
      insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date, timezone,
                         description, width, height, created_at, published_at, like_count, comment_count)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${POSTS + SMALL})
      select cast(case when i > ${SMALL} then ${event.id} else ${other.id} end as bigint),
             cast(case when i > ${SMALL} and i % 100 > 0 then ${stranger.user.id} else ${guest.user.id} end as bigint),
             'COMPLETED', 'x', 1, 'jpeg', 'media' || i, 'd', 'UTC', '1', 4, 3, i, i, 3, 1
        from n`)
    await tx.run(sql`
      insert into likes (post_id, user_id, created_at)
      select p.id, u.id, p.id from posts p cross join users u`)
    await tx.run(sql`
      insert into comments (post_id, event_id, user_id, content, created_at)
      select id, event_id, user_id, 'Lovely', 0 from posts`)
  })
  if (api.db.isShared) await api.db.define('analyze')
})

/** The statements of a call of the owner's. */
async function statementsOf(endpoint: Endpoint, of: Event, after?: number): Promise<Sql[]> {
  statements = []
  const { status } = await api.request(endpoint, {
    params: { event_hash: of.event_hash, page: 1, user_id: guest.user.id },
    token: owner.token,
    ...(after === undefined ? {} : { query: { after } }),
  })
  expect(status).toBe(200)
  expect(statements).not.toEqual([])
  return statements
}

it('beside 50,000 posts every list goes straight to its rows, and their pages too', async () => {
  const feed = await statementsOf(calls.listPosts, event)
  expect(feed).toHaveLength((await statementsOf(calls.listPosts, other)).length)
  const asked = [
    ...feed,
    ...(await statementsOf(calls.listPosts, event, POSTS / 2)),
    ...(await statementsOf(calls.listPersonPosts, event)),
    ...(await statementsOf(calls.listPersonPosts, event, POSTS / 2)),
    ...(await statementsOf(calls.listAllComments, event, POSTS / 2)),
    ...(await statementsOf(calls.listAllComments, other)),
    ...(await statementsOf(calls.listPeople, other)),
  ]
  for (const statement of asked) {
    const found = await detours(api.db, statement, ['posts', 'likes', 'comments'])
    // To count an event's rows by person is to put them in order.
    expect(found.filter((detour) => !detour.endsWith('FOR GROUP BY'))).toEqual([])
  }
})
