import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { like, post, success, id } from '../entities.ts'
import { PAGE_SIZE, APPROVED_AT_ONCE_MAX } from '../limits.ts'
import * as pathField from '../path-fields.ts'

export const listPosts = endpoint('GET /events/{event_hash}/posts/{page}', {
  auth: 'optional',
  params: { ...pathField.ofEvent, page: pathField.pageText },
  query: {
    after: pathField.afterPost,
    before: pathField.beforePost,
    limit: v.optional(pathField.pageSizeText, String(PAGE_SIZE)),
  },
  answers: { 200: v.array(post) },
})

/** The first page, as the specification has it where no page is named. */
export const listNewestPosts = endpoint('GET /events/{event_hash}/posts', {
  ...listPosts,
  params: pathField.ofEvent,
})

/** The caller's own posts of an event, in any state: newest first, 24 at a time, those after a post. */
export const listOwnPosts = endpoint('GET /events/{event_hash}/own_posts', {
  params: pathField.ofEvent,
  query: { after: pathField.afterPost },
  answers: { 200: v.object({ posts: v.array(post) }) },
})

export const getPost = endpoint('GET /events/{event_hash}/post/{post_id}', {
  auth: 'optional',
  params: pathField.ofPost,
  query: { next: v.optional(pathField.nextText) },
  answers: { 200: v.object({ post, next: v.optional(v.array(post)) }) },
})

export const deletePost = endpoint('DELETE /events/{event_hash}/post/{post_id}', {
  params: pathField.ofPost,
  answers: { 204: null },
})

export const listPendingPosts = endpoint('GET /events/{event_hash}/pending_posts', {
  params: pathField.ofEvent,
  answers: { 200: v.object({ posts: v.array(post) }) },
})

export const likePost = endpoint('POST /events/{event_hash}/post/like', {
  params: pathField.ofEvent,
  body: { post_id: v.number() },
  answers: { 200: v.object({ success, Likes: v.array(like) }) },
  keyed: true,
})

export const unlikePost = endpoint('POST /events/{event_hash}/post/unlike', {
  params: pathField.ofEvent,
  body: { post_id: v.number() },
  answers: { 200: v.object({ success, Likes: v.array(like) }) },
  keyed: true,
})

/** Flagged photos, newest first: all for the owner, for others their own. */
export const listFlaggedPosts = endpoint('GET /events/{event_hash}/getfailedbynudity', {
  params: pathField.ofEvent,
  answers: { 200: v.object({ data: v.array(post) }) },
})

/** Approving a post again gives the same answer. */
export const approvePost = endpoint('PUT /events/{event_hash}/getfailedbynudity/{post_id}', {
  params: pathField.ofPost,
  answers: { 200: v.object({ success, post }) },
})

/** Approves several posts. Deleted ones are missing in the answer. */
export const approvePosts = endpoint('PUT /events/{event_hash}/getfailedbynudity', {
  params: pathField.ofEvent,
  body: { post_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(APPROVED_AT_ONCE_MAX)) },
  answers: { 200: v.object({ success, posts: v.array(post) }) },
})
