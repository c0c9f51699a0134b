import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { like, post, success, id } from '../entities.ts'
import { PAGE_SIZE, APPROVED_AT_ONCE_MAX } from '../limits.ts'
import * as pathField from '../path-fields.ts'

export const listPosts = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/posts/{page}',
  auth: 'optional',
  params: { ...pathField.ofEvent, page: pathField.pageText },
  query: {
    after: pathField.afterPost,
    limit: v.optional(pathField.pageSizeText, String(PAGE_SIZE)),
  },
  answers: { 200: v.array(post) },
})

/** The first page, as the specification has it where no page is named. */
export const listNewestPosts = endpoint({
  ...listPosts,
  path: '/events/{event_hash}/posts',
  params: pathField.ofEvent,
})

/** The caller's own posts of an event, in any state: newest first, 24 at a time, those after a post. */
export const listOwnPosts = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/own_posts',
  auth: 'required',
  params: pathField.ofEvent,
  query: { after: pathField.afterPost },
  answers: { 200: v.object({ posts: v.array(post) }) },
})

export const getPost = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/post/{post_id}',
  auth: 'optional',
  params: pathField.ofPost,
  query: { next: v.optional(pathField.nextText) },
  answers: { 200: v.object({ post, next: v.optional(v.array(post)) }) },
})

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/events/{event_hash}/post/{post_id}',
  auth: 'required',
  params: pathField.ofPost,
  answers: { 204: null },
})

export const listPendingPosts = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/pending_posts',
  auth: 'required',
  params: pathField.ofEvent,
  answers: { 200: v.object({ posts: v.array(post) }) },
})

export const likePost = endpoint({
  method: 'POST',
  path: '/events/{event_hash}/post/like',
  auth: 'required',
  params: pathField.ofEvent,
  body: { post_id: v.number() },
  answers: { 200: v.object({ success, Likes: v.array(like) }) },
  keyed: true,
})

export const unlikePost = endpoint({
  method: 'POST',
  path: '/events/{event_hash}/post/unlike',
  auth: 'required',
  params: pathField.ofEvent,
  body: { post_id: v.number() },
  answers: { 200: v.object({ success, Likes: v.array(like) }) },
  keyed: true,
})

/** Flagged photos, newest first: all for the owner, for others their own. */
export const listFlaggedPosts = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/getfailedbynudity',
  auth: 'required',
  params: pathField.ofEvent,
  answers: { 200: v.object({ data: v.array(post) }) },
})

/** Approving a post again gives the same answer. */
export const approvePost = endpoint({
  method: 'PUT',
  path: '/events/{event_hash}/getfailedbynudity/{post_id}',
  auth: 'required',
  params: pathField.ofPost,
  answers: { 200: v.object({ success, post }) },
})

/** Approves several posts. Deleted ones are missing in the answer. */
export const approvePosts = endpoint({
  method: 'PUT',
  path: '/events/{event_hash}/getfailedbynudity',
  auth: 'required',
  params: pathField.ofEvent,
  body: { post_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(APPROVED_AT_ONCE_MAX)) },
  answers: { 200: v.object({ success, posts: v.array(post) }) },
})
