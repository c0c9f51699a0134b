import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { comment, eventHash, id, success } from '../entities.ts'
import * as field from '../fields.ts'
import * as pathField from '../path-fields.ts'

export const addComment = endpoint('POST /events/{event_hash}/post/{post_id}/comment', {
  params: pathField.ofPost,
  body: { content: field.commentContent },
  unread: { event_hash: v.optional(eventHash), post_id: v.optional(id) },
  answers: { 200: comment },
  keyed: true,
})

export const editComment = endpoint('PUT /events/{event_hash}/post/{id}/comment/{comment_id}', {
  params: pathField.ofComment,
  body: { content: field.commentContent },
  unread: { userId: v.optional(id) },
  answers: { 200: comment },
})

export const deleteComment = endpoint('POST /events/{event_hash}/post/{id}/comment/{comment_id}', {
  params: pathField.ofComment,
  unread: { userId: v.optional(id) },
  answers: { 200: v.object({ success }) },
})

export const listComments = endpoint('GET /events/{event_hash}/post/{post_id}/comments/all', {
  auth: 'optional',
  params: pathField.ofPost,
  answers: { 200: v.object({ comments: v.array(comment) }) },
})
