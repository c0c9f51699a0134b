import { beforeEach, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Event } from '../../../contract/entities.ts'
import { addComment } from '../../../server/comments/comments.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database, Sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'
import { detours } from '../../support/query-plan.ts'

let statements: Sql[] = []

/** Notes the lists that the routes ask their database for. */
function noting(db: Database): Database {
  return {
    ...db,
    all: (statement) => {
      statements.push(statement)
      return db.all(statement)
    },
  }
}

const { api, owner, guest, stranger, event } = freshOrma(noting)

/** An event of the owner's with 50,000 posts by many, each with a comment; one in a hundred is the guest's. */
beforeEach(async () => {
  await api.db.transaction(async (tx) => {
    if (api.db.isShared) await tx.define('set local session_replication_role = replica')
    await tx.run(sql`
      insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date, timezone,
                         description, created_at, published_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 50000)
      select cast(${event.id} as bigint), cast(case when i % 100 = 0 then ${guest.user.id} else ${stranger.user.id} end as bigint),
             'COMPLETED', 'x', 1, 'jpeg', 'media' || i, 'd', 'UTC', '1', i, i
        from n`)
    await tx.run(sql`
      insert into comments (post_id, event_id, user_id, content, created_at)
      select id, event_id, user_id, 'Lovely', 0 from posts`)
  })
})

/** The statements of a call that read posts and comments. */
async function statementsOf(endpoint: Endpoint, of: Event, after?: number): Promise<Sql[]> {
  statements = []
  const { status } = await api.request(endpoint, {
    params: { event_hash: of.event_hash, user_id: guest.user.id },
    token: owner.token,
    ...(after === undefined ? {} : { query: { after: String(after) } }),
  })
  expect(status).toBe(200)
  expect(statements).not.toEqual([])
  return statements
}

it('beside 50,000 posts every list goes straight to its rows, and their pages too', async () => {
  const other = await api.createOrma(owner)
  const { id } = await api.addPost(other, guest)
  await api.db.transaction((tx) =>
    addComment(tx, { post_id: id, user_id: guest.user.id, content: 'Lovely' }, 0),
  )
  if (api.db.isShared) await api.db.define('analyze')
  const asked = [
    ...(await statementsOf(calls.listPersonPosts, event)),
    ...(await statementsOf(calls.listPersonPosts, event, 20_000)),
    ...(await statementsOf(calls.listAllComments, event, 20_000)),
    ...(await statementsOf(calls.listAllComments, other)),
    ...(await statementsOf(calls.listPeople, other)),
  ]
  for (const statement of asked) {
    const found = await detours(api.db, statement, ['posts', 'comments'])
    // To count an event's rows by person is to put them in order.
    expect(found.filter((detour) => !detour.endsWith('FOR GROUP BY'))).toEqual([])
  }
})
