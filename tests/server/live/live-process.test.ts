import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { LiveMessage } from '../../../contract/live-messages.ts'
import type { Person } from '../../support/api-client.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import { makePhoto } from '../../support/photos.ts'

const { orma, client, owner, guest, event } = await sharedServer()

const listen = (options?: Parameters<typeof listenTo>[2]) =>
  listenTo(orma.url, event.event_hash, options)

async function upload(seed: number): Promise<number> {
  const photo = await makePhoto({ width: 320, height: 240, orientation: 1, seed })
  const { body } = await client.upload(event, guest, photo)
  return body.post.id as number
}

const like = (post_id: number, { token }: Person) =>
  client.call(api.likePost, {
    params: { event_hash: event.event_hash },
    json: { post_id },
    token,
  })

describe('a live stream of the real server', () => {
  it('tells a guest and the owner of posts, likes, comments and what is deleted', async () => {
    const listeners = await Promise.all([listen(), listen({ token: owner.token })])
    const headers = listeners[0].response.headers
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-accel-buffering')).toBe('no')
    /** Has all hear this, one after the other. */
    async function expectTold(type: LiveMessage['type'], news: object): Promise<void> {
      for (const each of listeners) expect(await each.next(type)).toMatchObject(news)
    }

    const post_id = await upload(1)
    const params = { event_hash: event.event_hash, post_id }
    const changes = listeners.map((each) =>
      each.next('POST_CHANGED', ({ post }) => post.status === 'COMPLETED'),
    )
    const told = await Promise.all(changes)
    const shown = await client.call(api.getPost, { params })
    for (const { post } of told) expect(post).toEqual(shown.body.post)

    await like(post_id, owner)
    const userId = owner.user.id
    await expectTold('LIKE_CHANGED', { post_id, userId, liked: true, likeCount: 1 })
    const { token } = guest
    const json = { content: 'What a night!' }
    const { body: comment } = await client.call(api.addComment, { params, json, token })
    await expectTold('COMMENT_CHANGED', { post_id, comment, commentCount: 1 })
    const named = { event_hash: event.event_hash, id: post_id, comment_id: comment.id }
    const edited = { content: 'What a morning!' }
    await client.call(api.editComment, { params: named, json: edited, token })
    await expectTold('COMMENT_CHANGED', { comment: { ...comment, ...edited }, commentCount: 1 })
    await client.call(api.deleteComment, { params: named, json: {}, token })
    await expectTold('COMMENT_REMOVED', { post_id, comment_id: comment.id, commentCount: 0 })
    await client.call(api.deletePost, { params, token: owner.token })
    await expectTold('POST_REMOVED', { post_id })
    await Promise.all(listeners.map((each) => each.close()))
  })

  it('goes on after a line that was cut, and a killed server', async () => {
    const post_id = await upload(2)
    const first = await listen()
    await first.next('POST_CHANGED', ({ post }) => post.id === post_id)
    await first.close()
    await like(post_id, owner)

    const second = await listen({ lastEventId: first.lastId() })
    await second.next('LIKE_CHANGED')
    expect(second.heard).toHaveLength(1)
    await like(post_id, guest)
    await orma.kill9()
    await second.ended
    await orma.restart()

    const third = await listen({ lastEventId: second.heard[0]?.id })
    const { likeCount } = await third.next('LIKE_CHANGED')
    expect(likeCount).toBe(2)
    expect(third.heard).toHaveLength(1)
    await third.close()
  })

  it('ends when the server stops, which does not wait for it', async () => {
    const listener = await listen()
    expect(await orma.stop()).toBe(0)
    await listener.ended
    await orma.restart()
  })
})
