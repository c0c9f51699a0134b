import { describe, expect, it } from 'vitest'
import type { Comment } from '../../../../contract/entities.ts'
import type { OutboxChange } from '../../../../src/outbox/store/outbox-item.ts'
import { isLikedBy } from '../../../../src/posts/post-reactions.ts'
import {
  unsentId,
  withWaiting,
  withWaitingComments,
} from '../../../../src/outbox/store/waiting-changes.ts'
import { isStaying, isUndecided } from '../../../../src/outbox/store/waiting-decisions.ts'
import { USER_ID, postOf, newChange } from '../../../support/outbox-photos.ts'

const KEY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const OTHER_KEY = '3f2504e0-4f89-51d3-9a0c-0305e82c3301'
const user = { id: USER_ID, name: 'Ada' }
const post = postOf({ seq: 5, sha256: '' })
const comment = (id: number, content: string): Comment => ({
  id,
  content,
  createdAt: '2026-06-20T18:00:00.000Z',
  User: user,
})

function waiting(kind: OutboxChange['kind'], more: Partial<OutboxChange> = {}): OutboxChange {
  return { seq: 1, ...newChange(kind, { key: KEY, postId: post.id, ...more }) }
}

describe('withWaiting', () => {
  it('shows a post as its waiting changes make it, in their order', () => {
    const changes = [waiting('like'), waiting('unlike'), waiting('like'), waiting('comment')]
    const shown = withWaiting(post, changes, user)
    expect(isLikedBy(shown, USER_ID)).toBe(true)
    expect(shown).toMatchObject({ likeCount: 1, commentCount: 1 })
    expect(shown.Comments).toMatchObject([{ content: 'How lovely', User: user }])
  })

  it('never takes a like back that was given twice', () => {
    const liked = withWaiting(post, [waiting('like')], user)
    expect(withWaiting(liked, [waiting('like'), waiting('like')], user)).toMatchObject({
      likeCount: 1,
    })
  })

  it('shows comments as edits and deletions that wait will make them', () => {
    const Comments = [comment(3, 'three'), comment(2, 'two'), comment(1, 'one')]
    const changes = [
      waiting('edit-comment', { commentId: 3, content: 'third' }),
      waiting('delete-comment', { commentId: 2 }),
      waiting('delete-comment', { commentId: 2 }),
    ]
    const shown = withWaiting({ ...post, Comments, commentCount: 3 }, changes, user)
    expect(shown.commentCount).toBe(2)
    expect(shown.Comments).toMatchObject([{ content: 'third' }, { content: 'one' }])
  })

  it('tells which posts are to go', () => {
    expect(isStaying(post, [waiting('like')])).toBe(true)
    expect(isStaying(post, [waiting('delete-post')])).toBe(false)
    expect(isStaying(post, [waiting('delete-post', { state: 'refused' })])).toBe(true)
  })

  it('tells which flagged posts still wait for a word', () => {
    const isWaiting = (...changes: OutboxChange[]) => isUndecided(post, changes)
    expect(isWaiting(waiting('like'))).toBe(true)
    expect(isWaiting(waiting('approve-post'))).toBe(false)
    expect(isWaiting(waiting('delete-post'))).toBe(false)
    expect(isWaiting(waiting('approve-post', { postId: 6 }))).toBe(true)
    expect(isWaiting(waiting('approve-posts', { postId: 6, postIds: [6, post.id] }))).toBe(false)
    expect(isWaiting(waiting('approve-posts', { postId: 6, postIds: [6] }))).toBe(true)
    expect(isWaiting(waiting('approve-post', { state: 'refused' }))).toBe(true)
  })

  it('shows two waiting comments of the same words as two', () => {
    const changes = [waiting('comment'), waiting('comment', { seq: 2, key: OTHER_KEY })]
    const shown = withWaiting(post, changes, user)
    expect(shown).toMatchObject({ commentCount: 2 })
    expect(shown.Comments.map(({ content }) => content)).toEqual(['How lovely', 'How lovely'])
    expect(shown.Comments.map(({ id }) => id)).toEqual([unsentId(OTHER_KEY), unsentId(KEY)])
  })

  it('takes no notice of what was refused, or is meant for another post', () => {
    const changes = [
      waiting('like', { state: 'refused' }),
      waiting('like', { postId: 6 }),
      waiting('like', { eventHash: 'BBBBBBBBBBBBBBBBBBBBBB' }),
    ]
    expect(withWaiting(post, changes, user)).toBe(post)
    expect(withWaiting(post, [waiting('like')], undefined)).toBe(post)
  })

  it('puts waiting comments in front of all others', () => {
    const shown = withWaitingComments([comment(1, 'First')], {
      post,
      changes: [waiting('comment')],
      user,
    })
    expect(shown.map(({ content }) => content)).toEqual(['How lovely', 'First'])
  })
})
