import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { comment, eventHash, id, success } from '../entities.ts'
import * as field from '../fields.ts'
import * as pathField from '../path-fields.ts'

export const addComment = endpoint({
  method: 'POST',
  path: '/events/{event_hash}/post/{post_id}/comment',
  auth: 'required',
  params: pathField.ofPost,
  body: { content: field.commentContent },
  unread: { event_hash: v.optional(eventHash), post_id: v.optional(id) },
  answers: { 200: comment },
  keyed: true,
})

export const editComment = endpoint({
  method: 'PUT',
  path: '/events/{event_hash}/post/{id}/comment/{comment_id}',
  auth: 'required',
  params: pathField.ofComment,
  body: { content: field.commentContent },
  unread: { userId: v.optional(id) },
  answers: { 200: comment },
})

export const deleteComment = endpoint({
  method: 'POST',
  path: '/events/{event_hash}/post/{id}/comment/{comment_id}',
  auth: 'required',
  params: pathField.ofComment,
  unread: { userId: v.optional(id) },
  answers: { 200: v.object({ success }) },
})

export const listComments = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/post/{post_id}/comments/all',
  auth: 'optional',
  params: pathField.ofPost,
  answers: { 200: v.object({ comments: v.array(comment) }) },
})
