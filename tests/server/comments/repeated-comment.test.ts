import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Comment } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'

const WORDS = 'Shhh 🎉 "quoted"'

let post_id: number
let key: string

const { api, guest: author, event } = freshOrma()
beforeEach(async () => {
  post_id = (await api.addPost(event, author)).id
  key = randomUUID()
})

const token = () => author.token

function add() {
  const params = { event_hash: event.event_hash, post_id }
  const headers = { 'idempotency-key': key }
  return api.request(calls.addComment, {
    params,
    token: token(),
    headers,
    body: { content: WORDS },
  })
}

const nameOf = ({ id: comment_id }: Comment) => ({
  event_hash: event.event_hash,
  id: post_id,
  comment_id,
})

const answers = async () =>
  (await api.db.all<{ answer: string }>(sql`select answer from keyed_calls`)).map(
    ({ answer }) => answer,
  )

it('a comment repeated under its key is given as it is now', async () => {
  const { body: comment } = await add()
  const content = 'Other words'
  await api.request(calls.editComment, {
    params: nameOf(comment),
    token: token(),
    body: { content },
  })
  const again = await add()
  expect([again.status, again.body]).toEqual([200, { ...comment, content }])
})

it('a deleted comment repeated under its key stays deleted, and its words gone', async () => {
  const { body: comment } = await add()
  await api.request(calls.deleteComment, { params: nameOf(comment), token: token(), body: {} })
  const again = await add()
  expect([again.status, again.body]).toEqual([
    410,
    { success: false, error: 'This comment was deleted.', code: 'comment_deleted' },
  ])
  expect(await answers()).toEqual([JSON.stringify({ id: comment.id })])
  const params = { event_hash: event.event_hash, post_id }
  expect((await api.request(calls.listComments, { params })).body.comments).toEqual([])
})
