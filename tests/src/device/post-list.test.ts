import { describe, expect, it } from 'vitest'
import type { Comment, Post } from '../../../contract/entities.ts'
import { COMMENTS_SHOWN, LIKES_SHOWN, PAGE_SIZE } from '../../../contract/limits.ts'
import {
  addComment,
  allPosts,
  changeComments,
  changePost,
  deleteComment,
  editComment,
  isLikedBy,
  mergeNewest,
  prependPost,
  removePost,
  restoreComment,
  setLiked,
  settleComment,
  toggleLike,
  unseenPosts,
  withLikes,
} from '../../../src/device/post-list.ts'
import type { PostPages } from '../../../src/device/post-list.ts'

const EVENT_HASH = 'aaaaaaaaaaaaaaaaaaaaaa'

function makePost(id: number, changes: Partial<Post> = {}): Post {
  return {
    id,
    image_url: `/media/${id}`,
    compressed_url: `/media/${id}-small`,
    width: 4,
    height: 3,
    thumbhash: null,
    status: 'COMPLETED',
    event_hash: EVENT_HASH,
    createdAt: '2026-06-14T18:00:00.000Z',
    original_date: '2026-06-14T20:00:00+02:00',
    User: { id: 1, name: 'Anna' },
    Event: { userId: 1 },
    sha256: '00',
    Likes: [],
    likeCount: 0,
    Comments: [],
    commentCount: 0,
    ...changes,
  }
}

function makeComment(id: number): Comment {
  const createdAt = new Date(Date.UTC(2026, 5, 14, 18, id)).toISOString()
  return { id, content: `words ${id}`, createdAt, User: { id: 2, name: 'Ben' } }
}

/** Posts from one id down to another, as the feed has them. */
function downFrom(first: number, last: number): Post[] {
  return Array.from({ length: Math.max(0, first - last + 1) }, (_, at) => makePost(first - at))
}

function inPages(...pages: Post[][]): PostPages {
  return { pages, pageParams: pages.map((_, at) => ({ page: at + 1 })) }
}

const idsOf = (list: Pick<PostPages, 'pages'>) => allPosts(list).map(({ id }) => id)
const likesOf = (...userIds: number[]) =>
  userIds.map((userId) => ({ userId, post_id: 1, event_hash: EVENT_HASH }))

describe('toggleLike', () => {
  it('adds the like of a user who has none, in front, and takes it away again', () => {
    const post = makePost(1, { Likes: likesOf(7), likeCount: 1 })
    const liked = toggleLike(post, 8)
    expect(liked.Likes).toEqual(likesOf(8, 7))
    expect(liked.likeCount).toBe(2)
    expect(toggleLike(liked, 8)).toEqual(post)
  })
})

describe('setLiked', () => {
  it('changes nothing where the post is liked, or not liked, already', () => {
    const post = makePost(1, { Likes: likesOf(7), likeCount: 1 })
    expect(setLiked(post, 7, true)).toBe(post)
    expect(setLiked(post, 8, false)).toBe(post)
  })

  it('never counts fewer likes than the post carries', () => {
    const post = makePost(1, { Likes: likesOf(7, 8, 9), likeCount: 1 })
    expect(setLiked(post, 9, false).likeCount).toBe(2)
  })

  it('keeps the count right where a post has more likes than it carries', () => {
    const carried = likesOf(...Array.from({ length: LIKES_SHOWN }, (_, at) => at + 1))
    const post = makePost(1, { Likes: carried, likeCount: 240 })
    const liked = setLiked(post, 999, true)
    expect(liked.Likes).toHaveLength(LIKES_SHOWN)
    expect(isLikedBy(liked, 999)).toBe(true)
    expect(liked.likeCount).toBe(241)
    expect(setLiked(liked, 999, false).likeCount).toBe(240)
  })
})

describe('withLikes', () => {
  it('counts a list that is not full, and leaves the count to a full one', () => {
    const post = makePost(1, { Likes: likesOf(1), likeCount: 240 })
    expect(withLikes(post, likesOf(1, 2, 3)).likeCount).toBe(3)
    const full = likesOf(...Array.from({ length: LIKES_SHOWN }, (_, at) => at + 1))
    expect(withLikes(post, full).likeCount).toBe(240)
    expect(withLikes(makePost(1), full).likeCount).toBe(LIKES_SHOWN)
  })
})

describe('the comments of a post', () => {
  it('get a new one at the top, once, also from a phone whose clock is wrong', () => {
    const late = { ...makeComment(9), createdAt: '2020-01-01T00:00:00.000Z' }
    const comments = addComment([makeComment(2), makeComment(1)], late)
    expect(comments.map(({ id }) => id)).toEqual([9, 2, 1])
    expect(addComment(comments, late)).toEqual(comments)
  })

  it('get one that could not be deleted back at its place', () => {
    const comments = [makeComment(3), makeComment(2), makeComment(1)]
    for (const comment of comments) {
      expect(restoreComment(deleteComment(comments, comment.id), comment)).toEqual(comments)
    }
    expect(restoreComment(comments, makeComment(2))).toEqual(comments)
  })

  it('have the one shown in advance replaced by the answer, also where that had come already', () => {
    const unsent = { ...makeComment(3), id: -1 }
    expect(settleComment([unsent, makeComment(2)], -1, makeComment(3))).toEqual([
      makeComment(3),
      makeComment(2),
    ])
    expect(settleComment([unsent, makeComment(3), makeComment(2)], -1, makeComment(3))).toEqual([
      makeComment(3),
      makeComment(2),
    ])
  })

  it('have the words of the edited one replaced and no others', () => {
    const edited = editComment([makeComment(2), makeComment(1)], 1, 'better')
    expect(edited.map(({ content }) => content)).toEqual(['words 2', 'better'])
  })

  it('are carried by the post as far as they are the newest, and counted all', () => {
    const three = [makeComment(3), makeComment(2), makeComment(1)]
    const post = makePost(1, { Comments: three, commentCount: 12 })
    const more = changeComments(post, (comments) => addComment(comments, makeComment(4)), 1)
    expect(more.Comments.map(({ id }) => id)).toEqual([4, 3, 2])
    expect(more.Comments).toHaveLength(COMMENTS_SHOWN)
    expect(more.commentCount).toBe(13)
    const less = changeComments(more, (comments) => deleteComment(comments, 1), -1)
    expect(less.Comments).toEqual(more.Comments)
    expect(less.commentCount).toBe(12)
  })
})

describe('a list of posts', () => {
  it('shows a post that came on two pages once', () => {
    expect(idsOf(inPages(downFrom(5, 3), downFrom(3, 1)))).toEqual([5, 4, 3, 2, 1])
  })

  it('changes one post and leaves the pages without it as they are', () => {
    const list = inPages(downFrom(4, 3), downFrom(2, 1))
    const changed = changePost(list, 2, (post) => ({ ...post, likeCount: 5 }))
    expect(changed.pages[1]?.[0]?.likeCount).toBe(5)
    expect(changed.pages[0]).toBe(list.pages[0])
  })

  it('takes a post in front and out of where it was', () => {
    const list = prependPost(inPages(downFrom(4, 3), downFrom(2, 1)), makePost(2))
    expect(idsOf(list)).toEqual([2, 4, 3, 1])
  })

  it('does not take a page that runs empty for the end', () => {
    const list = removePost(inPages(downFrom(4, 3), [makePost(2)]), 2)
    expect(list).toEqual(inPages(downFrom(4, 3)))
    const ended = removePost(inPages(downFrom(4, 3), [makePost(2)], []), 2)
    expect(ended.pages.at(-1)).toEqual([])
  })
})

describe('mergeNewest', () => {
  const newestDownFrom = (first: number) => downFrom(first, first - PAGE_SIZE + 1)

  it('puts posts that are new in front and keeps those that are older', () => {
    const list = inPages(newestDownFrom(100), newestDownFrom(100 - PAGE_SIZE))
    const newest = newestDownFrom(103)
    expect(unseenPosts(list, newest).map(({ id }) => id)).toEqual([103, 102, 101])
    expect(idsOf(mergeNewest(list, newest))).toEqual(
      downFrom(103, 101 - 2 * PAGE_SIZE).map(({ id }) => id),
    )
  })

  it('fills an empty feed, from where the next page can be asked for', () => {
    const empty: PostPages = { pages: [[]], pageParams: [{ page: 1 }] }
    const merged = mergeNewest(empty, downFrom(2, 1))
    expect(merged.pages.map((page) => page.map(({ id }) => id))).toEqual([[2, 1]])
    expect(merged.pageParams).toEqual([{ page: 1 }])
  })

  it('takes out what was deleted from the part that the server told of', () => {
    const list = inPages(newestDownFrom(100), newestDownFrom(100 - PAGE_SIZE))
    const newest = downFrom(100, 100 - PAGE_SIZE).filter(({ id }) => id !== 90)
    const merged = idsOf(mergeNewest(list, newest))
    expect(merged).not.toContain(90)
    expect(merged).toHaveLength(2 * PAGE_SIZE - 1)
  })

  it('shows what the server says of known posts, but for those that are being changed', () => {
    const list = inPages(downFrom(3, 1))
    const newest = downFrom(3, 1).map((post) => ({ ...post, likeCount: 9 }))
    const { pages } = mergeNewest(list, newest, new Set([2]))
    expect(pages[0]?.map(({ likeCount }) => likeCount)).toEqual([9, 0, 9])
  })

  it('begins anew where more has come than one page tells of', () => {
    const merged = mergeNewest(inPages(downFrom(30, 1), []), newestDownFrom(200))
    expect(merged).toEqual(inPages(newestDownFrom(200)))
  })

  it('takes a page that is not full for all there is, and remembers that the end was reached', () => {
    const merged = mergeNewest(inPages(downFrom(3, 1), []), downFrom(4, 2))
    expect(merged).toEqual(inPages(downFrom(4, 2), []))
    expect(mergeNewest(inPages(downFrom(3, 1)), [])).toEqual(inPages([]))
  })

  it('leaves an unchanged list as it is', () => {
    const list = inPages(newestDownFrom(100), newestDownFrom(100 - PAGE_SIZE), [])
    expect(mergeNewest(list, newestDownFrom(100))).toEqual(list)
  })
})
