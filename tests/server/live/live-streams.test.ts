import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { sql } from '../../../server/db/sql.ts'
import { addLike } from '../../../server/likes/likes.ts'
import { pruneChanges, recordChange } from '../../../server/live/changes.ts'
import { publishPost } from '../../../server/posts/posts.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { freshLiveServer, freshOrma } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import type { Heard } from '../../support/live-listener.ts'
import type { Person } from '../../support/orma-api.ts'

const MADE = { width: 4, height: 3, thumbhash: 'AAAA', rendition_bytes: 500 }

const { api, owner, guest, stranger, event } = freshOrma()
const server = freshLiveServer(api)

const listen = (options?: Parameters<typeof listenTo>[2]) =>
  listenTo(server.origin, event.event_hash, options)

const like = (post_id: number, { user }: Person) =>
  api.db.transaction((tx) => addLike(tx, { post_id, user_id: user.id }, api.clock.ms))

async function deletePost(post_id: number): Promise<void> {
  const params = { event_hash: event.event_hash, post_id }
  await api.request(calls.deletePost, { params, token: owner.token })
}

describe('GET /events/{event_hash}/live', () => {
  it('tells of a post that is not shown only its author and the owner', async () => {
    const hears = await Promise.all([
      listen({ token: owner.token }),
      listen({ token: guest.token }),
    ])
    const doesNot = await Promise.all([listen({ token: stranger.token }), listen()])
    const flagged = await api.addPost(event, guest, { status: 'FAILEDBYNUDITY' })
    for (const listener of hears) {
      const { post } = await listener.next('POST_CHANGED', ({ post: { id } }) => id === flagged.id)
      expect(post).toMatchObject({ status: 'FAILEDBYNUDITY', reviewReason: 'nudity' })
      expect(post.image_url).toContain('signature=')
    }
    await like(flagged.id, guest)
    await deletePost(flagged.id)
    const shown = await api.addPost(event, guest)

    for (const listener of hears) {
      expect(await listener.next('POST_REMOVED')).toMatchObject({ post_id: flagged.id })
    }
    for (const listener of [...hears, ...doesNot]) {
      expect(
        (await listener.next('POST_CHANGED', ({ post }) => post.id === shown.id)).post,
      ).toMatchObject({ status: 'COMPLETED' })
    }
    // A stream that has just begun may tell of one change twice.
    const ofOthers = ({ message }: Heard) =>
      message.type !== 'POST_CHANGED' || message.post.id !== shown.id
    for (const { heard } of doesNot) expect(heard.filter(ofOthers)).toEqual([])
    // What came back is no different for those who were away.
    const late = await listen()
    await late.next('POST_CHANGED')
    expect(late.heard.filter(ofOthers)).toEqual([])
    await Promise.all([...hears, ...doesNot, late].map((listener) => listener.close()))
  })

  it('tells nothing of what was rolled back', async () => {
    const listener = await listen()
    const { id } = await api.addPost(event, guest, { status: 'READYFORPROCESSING' })
    const broken = api.db.transaction(async (tx) => {
      await publishPost(tx, id, MADE)
      throw new Error('the power is gone')
    })
    await expect(broken).rejects.toThrow('the power is gone')
    const shown = await api.addPost(event, guest)
    await listener.next('POST_CHANGED')
    expect(listener.heard.map(({ message }) => message)).toMatchObject([{ post: { id: shown.id } }])
    await listener.close()
  })

  it('begins with what has just happened, for who has loaded the event a moment ago', async () => {
    const { id } = await api.addPost(event, guest)
    const listener = await listen()
    expect((await listener.next('POST_CHANGED')).post.id).toBe(id)
    await api.db.run(sql`update live_changes set created_at = created_at - 60000`)
    const later = await listen()
    await like(id, owner)
    await later.next('LIKE_CHANGED')
    expect(later.heard).toHaveLength(1)
    await Promise.all([listener.close(), later.close()])
  })

  it('tells what was missed, each thing once, as it is now', async () => {
    const first = await listen()
    const { id } = await api.addPost(event, guest)
    await first.next('POST_CHANGED')
    await first.close()
    await like(id, guest)
    await like(id, owner)
    const params = { event_hash: event.event_hash, post_id: id }
    const token = guest.token
    const added = { params, token, body: { content: 'one' } }
    const { body: comment } = await api.request(calls.addComment, added)
    await api.request(calls.editComment, {
      params: { event_hash: event.event_hash, id, comment_id: comment.id },
      token,
      body: { content: 'two' },
    })

    const second = await listen({ lastEventId: first.lastId() })
    const told = await second.next('COMMENT_CHANGED')
    expect(told).toMatchObject({ post_id: id, comment: { content: 'two' }, commentCount: 1 })
    expect(second.heard.map(({ message }) => message)).toMatchObject([
      { type: 'LIKE_CHANGED', userId: guest.user.id, liked: true, likeCount: 2 },
      { type: 'LIKE_CHANGED', userId: owner.user.id, liked: true, likeCount: 2 },
      { type: 'COMMENT_CHANGED' },
    ])
    const third = await listen({ lastEventId: second.lastId() })
    await deletePost(id)
    await third.next('POST_REMOVED')
    expect(third.heard).toHaveLength(1)
    await Promise.all([second.close(), third.close()])
  })

  it.each([
    ['a number of another database', '4711', async () => undefined],
    ['no number', 'seven', async () => undefined],
    ['forgotten changes', '0', () => pruneChanges(api.db, Date.now() + 7 * 60 * 60_000)],
    [
      'too many changes',
      '0',
      async () => {
        const change = { event_id: event.id, kind: 'like', post_id: 1 } as const
        for (let n = 0; n < 201; n += 1) await recordChange(api.db, { ...change, subject_id: n })
      },
    ],
  ])('has everything asked for again after %s', async (_what, lastEventId, happen) => {
    const { id } = await api.addPost(event, guest)
    await happen()
    const listener = await listen({ lastEventId })
    await listener.next('RESET')
    await like(id, owner)
    await listener.next('LIKE_CHANGED')
    expect(listener.heard).toHaveLength(2)
    await listener.close()
  })

  it('has everything asked for again where an account was deleted', async () => {
    const { id } = await api.addPost(event, owner)
    await like(id, guest)
    const listener = await listen()
    await deleteAccount(api.db, guest.user.id)
    expect(await listener.next('RESET')).toEqual({ type: 'RESET' })
    await listener.close()
  })
})
