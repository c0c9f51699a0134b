import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewChange } from '../../../../src/outbox/store/change-outbox.ts'
import { sendChange } from '../../../../src/outbox/send/send-change.ts'
import { EVENT_HASH } from '../../../support/post-shapes.ts'

/** As every release has stored it. */
const CHANGE = { key: 'key', eventHash: EVENT_HASH, postId: 5, content: 'Lovely', ownerUserId: 3 }

let sent: Request[]
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
    sent.push(new Request(new URL(address, 'http://localhost'), options))
    const answer = { success: true, Likes: [], id: 9, content: 'Lovely' }
    const more = { createdAt: '2026-06-20T18:00:00.000Z', User: { id: 3, name: 'Gero' } }
    return Response.json({ ...answer, ...more })
  })
})

describe('sendChange', () => {
  // Specification: 7.33
  it.each<[kind: NewChange['kind'], commentId: number | undefined, body: object]>([
    ['like', undefined, { post_id: 5 }],
    ['unlike', undefined, { post_id: 5 }],
    ['comment', undefined, { content: 'Lovely', event_hash: EVENT_HASH, post_id: 5 }],
    ['edit-comment', 9, { content: 'Lovely', userId: 3 }],
    ['delete-comment', 9, { userId: 3 }],
  ])('sends a queued %s with the specified body', async (kind, commentId, body) => {
    await sendChange({ ...CHANGE, kind, ...(commentId && { commentId }) }, 'token')
    expect(await sent[0]?.json()).toEqual(body)
    expect(sent).toHaveLength(1)
  })
})
