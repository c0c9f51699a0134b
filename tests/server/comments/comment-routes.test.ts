import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Comment, Post } from '../../../contract/entities.ts'
import { COMMENT_MAX } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'

let post_id: number

const { api, owner, guest: author, stranger, event } = freshOrma()
beforeEach(async () => {
  post_id = (await api.addPost(event, stranger)).id
})

function sent(person?: Person, comment_id?: number) {
  return {
    params: {
      event_hash: event.event_hash,
      ...(comment_id === undefined ? { post_id } : { id: post_id, comment_id }),
    },
    ...(person ? { token: person.token } : {}),
  }
}

function add(content: unknown, person = author, key?: string) {
  const body = { content, event_hash: event.event_hash, post_id }
  return api.request(calls.addComment, {
    ...sent(person),
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
}

function edit(comment_id: number, content: unknown, person?: Person) {
  const body = { content, userId: author.user.id }
  return api.request(calls.editComment, { ...sent(person, comment_id), body })
}

function remove(comment_id: number, person?: Person) {
  const body = { userId: author.user.id }
  return api.request(calls.deleteComment, { ...sent(person, comment_id), body })
}

async function list(): Promise<Comment[]> {
  return (await api.request(calls.listComments, sent())).body.comments
}

async function readPost(): Promise<Post> {
  return (await api.request(calls.getPost, sent())).body.post
}

describe('POST /events/{event_hash}/post/{post_id}/comment', () => {
  // Specification: 3.7, 7.32
  it('adds a comment under the caller’s name', async () => {
    const reply = await add('  What a night!\nThank you 🎉 ')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      id: reply.body.id,
      content: 'What a night!\nThank you 🎉',
      createdAt: new Date(api.clock.ms).toISOString(),
      User: { id: author.user.id, name: 'Ben' },
    })
    expect(await list()).toEqual([reply.body])
    expect(await readPost()).toMatchObject({ commentCount: 1, Comments: [reply.body] })
  })

  // Specification: 3.7, 5.17, 9.8
  it.each([
    ['letters', 'x'],
    ['letters beyond the first 65,536', '👩'],
    ['letters under marks', 'e\u0301\u0323\u0334'],
    ['marks alone', '\u0301'],
    ['turns of the direction', '\u202e'],
    ['signs that are not to be seen', '\u200b'],
  ])('X13: takes up to 200 code points, also of %s', async (_what, sign) => {
    const signs = [...sign.repeat(COMMENT_MAX)]
    // What nobody sees is trimmed at the ends.
    const longest = `.${signs.slice(0, 198).join('')}.`
    const refused = await add(`${longest}.`)
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        success: false,
        error: 'A comment has 1 to 200 characters.',
        code: 'invalid_field',
        field: 'content',
      },
    ])
    expect((await add(` ${longest} `)).status).toBe(200)
    expect((await list()).map(({ content }) => content)).toEqual([longest])
  })

  // Specification: 5.17
  it.each(['', '\n', '\u200b\u2800', 'a\u001bb', 'a\u0085b', null, 7, [], undefined])(
    'refuses %j',
    async (content) => {
      const reply = await add(content)
      expect([reply.status, reply.body.field]).toEqual([400, 'content'])
      expect((await readPost()).commentCount).toBe(0)
    },
  )

  it('X13: hears a flood 30 times a minute, edits among them, and others as always', async () => {
    const { id } = (await add('hello')).body
    const flood = Array.from({ length: 200 }, (_none, at) =>
      at % 2 === 0 ? add(`hello ${at}`) : edit(id, `hello ${at}`, author),
    )
    const replies = await Promise.all(flood)
    expect((await add('hello', stranger)).status).toBe(200)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(29)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(171)
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('60')
    api.clock.advance(60_000)
    expect((await add('a minute later')).status).toBe(200)
  })
})

describe('a comment repeated under its key', () => {
  const WORDS = 'Shhh 🎉 "quoted"'
  let key: string
  let comment: Comment
  beforeEach(async () => {
    key = randomUUID()
    comment = (await add(WORDS, author, key)).body
  })

  it('is there once, as it is now, and other words are refused', async () => {
    const many = await Promise.all(Array.from({ length: 10 }, () => add(WORDS, author, key)))
    for (const { body } of many) expect(body).toEqual(comment)
    await edit(comment.id, 'Other words', author)
    const again = await add(WORDS, author, key)
    expect([again.status, again.body]).toEqual([200, { ...comment, content: 'Other words' }])
    expect((await readPost()).commentCount).toBe(1)
    const other = await add('something else', author, key)
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
  })

  it('stays deleted, and its words gone', async () => {
    await remove(comment.id, author)
    const again = await add(WORDS, author, key)
    expect([again.status, again.body]).toEqual([
      410,
      { success: false, error: 'This comment was deleted.', code: 'comment_deleted' },
    ])
    const kept = await api.db.all(sql`select answer from keyed_calls`)
    expect(kept).toEqual([{ answer: JSON.stringify({ id: comment.id }) }])
    expect(await list()).toEqual([])
  })
})

describe('PUT /events/{event_hash}/post/{id}/comment/{comment_id}', () => {
  // Specification: 6.9, 7.33
  it('lets the author alone replace the content', async () => {
    const comment: Comment = (await add('hello')).body
    for (const person of [owner, stranger]) {
      const refused = await edit(comment.id, '', person)
      expect([refused.status, refused.body.code]).toEqual([403, 'author_only'])
    }
    expect((await edit(comment.id, '', author)).status).toBe(400)
    const edited = await edit(comment.id, ' good night ', author)
    expect(edited.status).toBe(200)
    expect(edited.body).toEqual({ ...comment, content: 'good night' })
    expect(await list()).toEqual([edited.body])
  })
})

describe('POST /events/{event_hash}/post/{id}/comment/{comment_id}', () => {
  // Specification: 6.6, 7.34
  it('lets the author and the owner delete it, whatever user the body names', async () => {
    const [one, two] = [(await add('one')).body, (await add('two')).body]
    expect((await remove(one.id, stranger)).status).toBe(403)
    expect((await remove(one.id, author)).body).toEqual({ success: true })
    expect((await remove(two.id, owner)).body).toEqual({ success: true })
    expect(await readPost()).toMatchObject({ commentCount: 0, Comments: [] })
    expect((await remove(one.id, author)).status).toBe(404)
  })
})

describe('what the body of a comment’s call repeats', () => {
  // Specification: 7.32
  it.each([
    ['left out', {}],
    ['anything', { event_hash: 7, post_id: 'x', userId: null }],
  ])('may be left out, or be anything: %s', async (_how, repeated) => {
    const body = (content?: string) => ({ body: { ...(content && { content }), ...repeated } })
    const { body: one } = await api.request(calls.addComment, { ...sent(author), ...body('one') })
    const ofComment = sent(author, one.id)
    const edited = await api.request(calls.editComment, { ...ofComment, ...body('two') })
    expect(edited.body.content).toBe('two')
    const deleted = await api.request(calls.deleteComment, { ...ofComment, ...body() })
    expect(deleted.body).toEqual({ success: true })
  })
})

describe('GET /events/{event_hash}/post/{post_id}/comments/all', () => {
  // Specification: 7.35
  it('lists all, newest first, of which a post carries three', async () => {
    const added: Comment[] = []
    for (let n = 0; n < 5; n += 1) added.unshift((await add(`comment ${n}`)).body)
    expect(await list()).toEqual(added)
    const post = await readPost()
    expect(post.Comments).toEqual(added.slice(0, 3))
    expect(post.commentCount).toBe(5)
  })
})
