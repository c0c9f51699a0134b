import { describe, expect, it } from 'vitest'
import { COMMENTS_SHOWN, LIKES_SHOWN } from '../../../contract/limits.ts'
import {
  insertComment,
  changeComments,
  removeComment,
  rewordComment,
  isLikedBy,
  placeComment,
  restoreComment,
  setLiked,
  withAnswer,
  withLikes,
} from '../../../src/posts/post-reactions.ts'
import { likesOf, makeComment, makePost } from '../../support/post-shapes.ts'

describe('setLiked', () => {
  // Specification: 4.12
  it('adds a like in front, and takes it away again', () => {
    const post = makePost(1, { Likes: likesOf(7), likeCount: 1 })
    const liked = setLiked(post, 8, true)
    expect(liked.Likes).toEqual(likesOf(8, 7))
    expect(liked.likeCount).toBe(2)
    expect(setLiked(liked, 8, false)).toEqual(post)
  })

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

it('withLikes counts a list that is not full, and keeps the count of others', () => {
  const post = makePost(1, { Likes: likesOf(1), likeCount: 240 })
  expect(withLikes(post, likesOf(1, 2, 3)).likeCount).toBe(3)
  const full = likesOf(...Array.from({ length: LIKES_SHOWN }, (_, at) => at + 1))
  expect(withLikes(post, full).likeCount).toBe(240)
  expect(withLikes(makePost(1), full).likeCount).toBe(LIKES_SHOWN)
})

describe('the comments of a post', () => {
  // Specification: 4.13
  it('get a new one at the top, once, whatever the phone’s clock says', () => {
    const late = { ...makeComment(9), createdAt: '2020-01-01T00:00:00.000Z' }
    const comments = insertComment([makeComment(2), makeComment(1)], late)
    expect(comments.map(({ id }) => id)).toEqual([9, 2, 1])
    expect(insertComment(comments, late)).toEqual(comments)
  })

  it('get one that could not be deleted back at its place', () => {
    const comments = [makeComment(3), makeComment(2), makeComment(1)]
    for (const comment of comments) {
      expect(restoreComment(removeComment(comments, comment.id), comment)).toEqual(comments)
    }
    expect(restoreComment(comments, makeComment(2))).toEqual(comments)
  })

  it('count a new one of the server’s once', () => {
    const post = makePost(1, { Comments: [makeComment(2)], commentCount: 5 })
    const answer = { kind: 'comment', comment: makeComment(3) }
    const more = withAnswer(post, answer)
    expect(more).toMatchObject({ Comments: [{ id: 3 }, { id: 2 }], commentCount: 6 })
    expect(withAnswer(more, answer)).toEqual(more)
  })

  // Specification: 4.14
  it('have the words of the edited one replaced and no others', () => {
    const edited = rewordComment([makeComment(2), makeComment(1)], 1, 'better')
    expect(edited.map(({ content }) => content)).toEqual(['words 2', 'better'])
  })

  it('take another’s at its place by id, below unsent ones, and once', () => {
    const comments = [makeComment(-1), makeComment(5), makeComment(2)]
    const idsWith = (id: number) => placeComment(comments, makeComment(id)).map((each) => each.id)
    expect(idsWith(7)).toEqual([-1, 7, 5, 2])
    expect(idsWith(3)).toEqual([-1, 5, 3, 2])
    expect(idsWith(1)).toEqual([-1, 5, 2, 1])
    const edited = { ...makeComment(5), content: 'other words' }
    expect(placeComment(comments, edited)).toEqual([comments[0], edited, comments[2]])
  })

  it('are carried by the post as far as they are the newest, and counted all', () => {
    const three = [makeComment(3), makeComment(2), makeComment(1)]
    const post = makePost(1, { Comments: three, commentCount: 12 })
    const more = changeComments(post, (comments) => insertComment(comments, makeComment(4)), 1)
    expect(more.Comments.map(({ id }) => id)).toEqual([4, 3, 2])
    expect(more.Comments).toHaveLength(COMMENTS_SHOWN)
    expect(more.commentCount).toBe(13)
    const less = changeComments(more, (comments) => removeComment(comments, 1), -1)
    expect(less.Comments).toEqual(more.Comments)
    expect(less.commentCount).toBe(12)
  })
})
