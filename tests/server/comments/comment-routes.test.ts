import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Comment, Event, Post } from '../../../contract/entities.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'

let post_id: number

const { api, owner, guest: author, stranger, event } = freshOrma()
beforeEach(async () => {
  post_id = (await api.addPost(event, stranger)).id
})

interface Options {
  person?: Person | undefined
  of?: Event
  post?: number
  key?: string
}

function sent({ person, of = event, post = post_id, key }: Options, comment_id?: number) {
  return {
    params: {
      event_hash: of.event_hash,
      ...(comment_id === undefined ? { post_id: post } : { id: post, comment_id }),
    },
    ...(person ? { token: person.token } : {}),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  }
}

function add(content: unknown, options: Options = { person: author }) {
  const body = { content, event_hash: event.event_hash, post_id }
  return api.request(calls.addComment, { ...sent(options), body })
}

function edit(comment_id: number, content: unknown, options: Options) {
  const body = { content, userId: author.user.id }
  return api.request(calls.editComment, { ...sent(options, comment_id), body })
}

function remove(comment_id: number, options: Options) {
  const body = { userId: author.user.id }
  return api.request(calls.deleteComment, { ...sent(options, comment_id), body })
}

async function list(options: Options = {}): Promise<Comment[]> {
  return (await api.request(calls.listComments, sent(options))).body.comments
}

async function readPost(): Promise<Post> {
  return (await api.request(calls.getPost, sent({}))).body.post
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

  // Specification: 3.7, 9.8
  it('counts 200 characters as a person does', async () => {
    expect((await add('👩'.repeat(200))).status).toBe(200)
    const refused = await add('👩'.repeat(201))
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({
      success: false,
      error: 'A comment has 1 to 200 characters.',
      code: 'invalid_field',
      field: 'content',
    })
    expect((await add(` ${'x'.repeat(200)} `)).status).toBe(200)
    expect((await add('x'.repeat(201))).status).toBe(400)
  })

  // Specification: 5.17
  it.each([
    '',
    '   ',
    '\n',
    '\u200b\u2800',
    'a\u0000b',
    'a\u001bb',
    'a\u0085b',
    null,
    7,
    {},
    [],
    undefined,
  ])('refuses %j', async (content) => {
    const reply = await add(content)
    expect(reply.status).toBe(400)
    expect(reply.body.field).toBe('content')
    expect((await readPost()).commentCount).toBe(0)
  })

  it('is done once under one key', async () => {
    const key = randomUUID()
    const first = await add('hello', { person: author, key })
    expect((await add('hello', { person: author, key })).body).toEqual(first.body)
    expect((await readPost()).commentCount).toBe(1)
    const other = await add('something else', { person: author, key })
    expect(other.status).toBe(422)
    expect(other.body.code).toBe('key_reused')
  })
})

describe('PUT /events/{event_hash}/post/{id}/comment/{comment_id}', () => {
  // Specification: 6.9, 7.33
  it('lets the author alone replace the content', async () => {
    const comment: Comment = (await add('hello')).body
    expect((await edit(comment.id, 'x', {})).status).toBe(401)
    for (const person of [owner, stranger]) {
      const refused = await edit(comment.id, '', { person })
      expect(refused.status).toBe(403)
      expect(refused.body.code).toBe('author_only')
    }
    expect((await edit(comment.id, '', { person: author })).status).toBe(400)
    const edited = await edit(comment.id, ' good night ', { person: author })
    expect(edited.status).toBe(200)
    expect(edited.body).toEqual({ ...comment, content: 'good night' })
    expect(await list()).toEqual([edited.body])
  })

  it('refuses more than 30 a minute, together with those added', async () => {
    const { id } = (await add('hello')).body
    const replace = () => edit(id, 'good night', { person: author })
    for (let n = 0; n < 29; n += 1) expect((await replace()).status).toBe(200)
    expect((await replace()).status).toBe(429)
    expect((await add('one more')).status).toBe(429)
    api.clock.advance(60_000)
    expect((await replace()).status).toBe(200)
  })
})

describe('POST /events/{event_hash}/post/{id}/comment/{comment_id}', () => {
  // Specification: 6.6, 7.34
  it('lets the author and the owner delete it, whatever user the body names', async () => {
    const [one, two] = [(await add('one')).body, (await add('two')).body]
    expect((await remove(one.id, {})).status).toBe(401)
    expect((await remove(one.id, { person: stranger })).status).toBe(403)
    expect((await remove(one.id, { person: author })).body).toEqual({ success: true })
    expect((await remove(two.id, { person: owner })).body).toEqual({ success: true })
    expect(await readPost()).toMatchObject({ commentCount: 0, Comments: [] })
    expect((await remove(one.id, { person: author })).status).toBe(404)
  })
})

describe('what the body of a comment’s call repeats', () => {
  // Specification: 7.32
  it('may be left out, or be anything', async () => {
    const request = {
      ...sent({ person: author }),
      body: { content: 'one', event_hash: 7, post_id: 'x' },
    }
    const { body: one } = await api.request(calls.addComment, request)
    const change = { ...sent({ person: author }, one.id), body: { content: 'two', userId: 'x' } }
    expect((await api.request(calls.editComment, change)).body.content).toBe('two')
    const bare = sent({ person: author }, one.id)
    expect((await api.request(calls.deleteComment, bare)).body).toEqual({ success: true })
    const { body: next } = await api.request(calls.addComment, {
      ...sent({ person: author }),
      body: { content: 'three' },
    })
    const strange = { ...sent({ person: author }, next.id), body: { userId: null } }
    expect((await api.request(calls.deleteComment, strange)).status).toBe(200)
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
