import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { post } from '../entities.ts'
import * as pathField from '../path-fields.ts'

/** The caller's own posts of an event, whatever became of them: newest first, 24 at a time, those after a post. */
export const listOwnPosts = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/own_posts',
  auth: 'required',
  params: pathField.ofEvent,
  query: { after: v.optional(pathField.idText) },
  answers: { 200: v.object({ posts: v.array(post) }) },
})
