import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { id, post, success } from '../entities.ts'
import { APPROVED_AT_ONCE_MAX } from '../limits.ts'
import * as pathField from '../path-fields.ts'

/** Photos that wait for the owner's word: to the owner all, to others their own; newest first. */
export const listFlaggedPosts = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/getfailedbynudity',
  auth: 'required',
  params: pathField.ofEvent,
  answers: { 200: v.object({ data: v.array(post) }) },
})

/** One that is approved already is approved again, with the same answer. */
export const approvePost = endpoint({
  method: 'PUT',
  path: '/events/{event_hash}/getfailedbynudity/{post_id}',
  auth: 'required',
  params: pathField.ofPost,
  answers: { 200: v.object({ success, post }) },
})

/** Several at once. Those that are gone meanwhile are left out of the answer. */
export const approvePosts = endpoint({
  method: 'PUT',
  path: '/events/{event_hash}/getfailedbynudity',
  auth: 'required',
  params: pathField.ofEvent,
  body: { post_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(APPROVED_AT_ONCE_MAX)) },
  answers: { 200: v.object({ success, posts: v.array(post) }) },
})
