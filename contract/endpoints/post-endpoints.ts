import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { like, post } from '../entities.ts'
import * as field from '../fields.ts'

export const listPosts = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/posts/{page}',
  auth: 'optional',
  params: { ...field.ofEvent, page: field.pageText },
  query: { after: v.optional(field.idText) },
  answers: { 200: v.array(post) },
})

export const getPost = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/post/{post_id}',
  auth: 'optional',
  params: field.ofPost,
  query: { next: v.optional(field.nextText) },
  answers: { 200: v.object({ post, next: v.optional(v.array(post)) }) },
})

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/events/{event_hash}/post/{post_id}',
  auth: 'required',
  params: field.ofPost,
  answers: { 204: null },
})

export const listPendingPosts = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/pending_posts',
  auth: 'required',
  params: field.ofEvent,
  answers: { 200: v.object({ posts: v.array(post) }) },
})

export const likePost = endpoint({
  method: 'POST',
  path: '/events/{event_hash}/post/like',
  auth: 'required',
  params: field.ofEvent,
  body: { post_id: v.number() },
  answers: { 200: v.object({ success: field.success, Likes: v.array(like) }) },
  keyed: true,
})

export const unlikePost = endpoint({
  method: 'POST',
  path: '/events/{event_hash}/post/unlike',
  auth: 'required',
  params: field.ofEvent,
  body: { post_id: v.number() },
  answers: { 200: v.object({ success: field.success, Likes: v.array(like) }) },
  keyed: true,
})
