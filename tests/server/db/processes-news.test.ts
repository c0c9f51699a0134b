import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import type { LiveMessage } from '../../../contract/live-messages.ts'
import { addComment } from '../../../server/comments/comments.ts'
import { sql } from '../../../server/db/sql.ts'
import { changeUser } from '../../../server/users/users.ts'
import { listenTo } from '../../support/live-listener.ts'
import { sharedTwo } from './processes-fixtures.ts'

const two = await sharedTwo()
const { db, servers, client, owner, event, photo } = two

describe('two processes on one database', () => {
  it('tell live of what happens in either', async () => {
    const { event_hash } = event
    const listeners = await Promise.all(servers.map(({ url }) => listenTo(url, event_hash)))
    const { body } = await two.clientOf(1).upload(event, owner, photo)
    for (const listener of listeners) {
      const heard = await listener.next('POST_CHANGED', ({ post }) => post.id === body.post.id)
      expect(heard.post.User.id).toBe(owner.user.id)
    }
    for (const listener of listeners) await listener.close()
  })

  it('tell in one what was missed in the other', async () => {
    const { event_hash } = event
    const [first, second] = servers.map(({ url }) => url)
    const listener = await listenTo(first ?? '', event_hash)
    const { body: heard } = await client.upload(event, owner, photo)
    await listener.next('POST_CHANGED', ({ post }) => post.id === heard.post.id)
    const lastEventId = listener.lastId()
    await listener.close()
    const { body: missed } = await client.upload(event, owner, photo)
    await client.whenProcessed(event, owner, missed.post.id)
    const again = await listenTo(second ?? '', event_hash, { lastEventId })
    await again.next('POST_CHANGED', ({ post }) => post.id === missed.post.id)
    const told = again.heard.map(({ message }) => message)
    const isHeard = (message: LiveMessage) =>
      message.type === 'POST_CHANGED' && message.post.id === heard.post.id
    expect(told.filter(isHeard)).toEqual([])
    await again.close()
  })

  it('show a new name also on a comment that came in while it changed', async () => {
    const guest = await client.signUp('Nora')
    const { body } = await client.upload(event, owner, photo)
    const { id: post_id } = await client.whenProcessed(event, owner, body.post.id)
    const commenter = async () => {
      const params = { event_hash: event.event_hash, page: 1 }
      const posts = (await client.call(api.listPosts, { params })).body as Post[]
      return posts.find(({ id }) => id === post_id)?.Comments[0]?.User.name
    }
    const [written, named, comes, goes] = Array.from({ length: 4 }, () =>
      Promise.withResolvers<void>(),
    )
    const commenting = db.transaction(async (tx) => {
      await addComment(tx, { post_id, user_id: guest.user.id, content: 'Hm.' }, Date.now())
      written?.resolve()
      await comes?.promise
    })
    await written?.promise
    let isNamed = false
    const renaming = db.transaction(async (tx) => {
      await changeUser(tx, guest.user.id, { name: 'Eleonora', email: 'n@example.com' })
      isNamed = true
      named?.resolve()
      await goes?.promise
    })
    const waits = sql`select pid from pg_locks where not granted`
    await expect.poll(async () => isNamed || (await db.all(waits)).length > 0).toBe(true)
    comes?.resolve()
    await commenting
    await named?.promise
    expect(await commenter()).toBe('Nora')
    goes?.resolve()
    await renaming
    expect(await commenter()).toBe('Eleonora')
  })
})
