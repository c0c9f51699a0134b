import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { id, post, success } from '../entities.ts'
import { APPROVED_AT_ONCE_MAX } from '../limits.ts'
import * as pathField from '../path-fields.ts'

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
