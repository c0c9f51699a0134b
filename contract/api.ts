import * as v from 'valibot'
import { comment, event, like, post, recentlyViewedItem, user } from './entities.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { texts } from './texts.ts'

/** Everything below this path of the server's origin is the API. */
export const API_BASE = '/api'

const success = v.literal(true)
// Any text: what cannot be a hash is an unknown event like any other, and counts as one.
const ofEvent = { event_hash: v.string() }
const ofPost = { ...ofEvent, post_id: field.idText }
const ofComment = { ...ofEvent, id: field.idText, comment_id: field.idText }
const eventForm = {
  profile_image: 'optional',
  banner: 'optional',
} as const

/** Every call of the API. Page, worker and server know addresses, bodies and answers from here alone. */
export const api = {
  startRegistration: endpoint({
    method: 'POST',
    path: '/users/register/start',
    auth: 'none',
    body: { phone: field.phone },
    answers: {
      200: v.object({ success, request_id: v.string(), name: v.boolean(), email: v.boolean() }),
    },
  }),
  verifyRegistration: endpoint({
    method: 'POST',
    path: '/users/register/verify',
    auth: 'none',
    body: {
      code: field.code,
      request_id: field.requestId,
      phone: field.phone,
      name: v.nullish(field.personName),
      email: v.nullish(field.email),
    },
    answers: { 200: v.object({ success, token: v.string(), user }) },
    fieldTexts: { phone: texts.login.corrupted, request_id: texts.login.corrupted },
  }),
  verifySession: endpoint({
    method: 'GET',
    path: '/users/verify',
    auth: 'required',
    answers: { 200: v.object({ user }) },
  }),
  logout: endpoint({
    method: 'POST',
    path: '/users/logout',
    auth: 'required',
    answers: { 204: null },
  }),
  updateUser: endpoint({
    method: 'POST',
    path: '/users/update/user',
    auth: 'required',
    body: { newName: field.name },
    answers: { 200: v.object({ success, user }) },
  }),
  listOwnEvents: endpoint({
    method: 'GET',
    path: '/users/allevents',
    auth: 'required',
    answers: { 200: v.object({ allevents: v.array(event) }) },
  }),
  getProfile: endpoint({
    method: 'GET',
    path: '/users/getProfile',
    auth: 'required',
    answers: { 200: v.object({ user }) },
  }),
  listRecentlyViewed: endpoint({
    method: 'GET',
    path: '/users/getRecentlyViewed',
    auth: 'required',
    answers: { 200: v.object({ recentlyViewed: v.array(recentlyViewedItem) }) },
  }),
  markViewed: endpoint({
    method: 'POST',
    path: '/users/updateRecentlyViewed',
    auth: 'required',
    body: { event_hash: v.string() },
    answers: { 200: v.object({ success }) },
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/users/me',
    auth: 'required',
    query: { posts: v.optional(v.literal('delete')) },
    answers: { 204: null },
  }),

  createEvent: endpoint({
    method: 'POST',
    path: '/events',
    auth: 'required',
    form: {
      fields: {
        name: field.name,
        event_date: field.eventDate,
        seating_url: v.optional(field.seatingUrl),
      },
      files: eventForm,
    },
    answers: { 201: v.object({ event }) },
  }),
  getEvent: endpoint({
    method: 'GET',
    path: '/events/{event_hash}',
    auth: 'optional',
    params: ofEvent,
    answers: { 200: v.object({ event }) },
  }),
  updateEvent: endpoint({
    method: 'PUT',
    path: '/events/{event_hash}/update',
    auth: 'required',
    params: ofEvent,
    form: {
      fields: {
        name: v.optional(field.name),
        event_date: v.optional(field.eventDate),
        seating_url: v.optional(field.seatingUrl),
      },
      files: eventForm,
    },
    answers: { 200: v.object({ event }) },
  }),

  listPosts: endpoint({
    method: 'GET',
    path: '/events/{event_hash}/posts/{page}',
    auth: 'optional',
    params: { ...ofEvent, page: field.pageText },
    query: { after: v.optional(field.idText) },
    answers: { 200: v.array(post) },
  }),
  getPost: endpoint({
    method: 'GET',
    path: '/events/{event_hash}/post/{post_id}',
    auth: 'optional',
    params: ofPost,
    query: { next: v.optional(field.nextText) },
    answers: { 200: v.object({ post, next: v.optional(v.array(post)) }) },
  }),
  deletePost: endpoint({
    method: 'DELETE',
    path: '/events/{event_hash}/post/{post_id}',
    auth: 'required',
    params: ofPost,
    answers: { 204: null },
  }),
  listPendingPosts: endpoint({
    method: 'GET',
    path: '/events/{event_hash}/pending_posts',
    auth: 'required',
    params: ofEvent,
    answers: { 200: v.object({ posts: v.array(post) }) },
  }),

  likePost: endpoint({
    method: 'POST',
    path: '/events/{event_hash}/post/like',
    auth: 'required',
    params: ofEvent,
    body: { post_id: v.number() },
    answers: { 200: v.object({ success, Likes: v.array(like) }) },
    keyed: true,
  }),
  unlikePost: endpoint({
    method: 'POST',
    path: '/events/{event_hash}/post/unlike',
    auth: 'required',
    params: ofEvent,
    body: { post_id: v.number() },
    answers: { 200: v.object({ success, Likes: v.array(like) }) },
    keyed: true,
  }),

  addComment: endpoint({
    method: 'POST',
    path: '/events/{event_hash}/post/{post_id}/comment',
    auth: 'required',
    params: ofPost,
    body: { content: field.commentContent },
    answers: { 200: comment },
    keyed: true,
  }),
  editComment: endpoint({
    method: 'PUT',
    path: '/events/{event_hash}/post/{id}/comment/{comment_id}',
    auth: 'required',
    params: ofComment,
    body: { content: field.commentContent },
    answers: { 200: comment },
  }),
  deleteComment: endpoint({
    method: 'POST',
    path: '/events/{event_hash}/post/{id}/comment/{comment_id}',
    auth: 'required',
    params: ofComment,
    answers: { 200: v.object({ success }) },
  }),
  listComments: endpoint({
    method: 'GET',
    path: '/events/{event_hash}/post/{post_id}/comments/all',
    auth: 'optional',
    params: ofPost,
    answers: { 200: v.object({ comments: v.array(comment) }) },
  }),

  checkLimit: endpoint({
    method: 'GET',
    path: '/events/{event_hash}/checkLimit',
    auth: 'required',
    params: ofEvent,
    answers: {
      200: v.object({
        limitReached: v.boolean(),
        used: v.number(),
        limit: v.nullable(v.number()),
      }),
    },
  }),
  uploadPhoto: endpoint({
    method: 'POST',
    path: '/events/{event_hash}/upload',
    auth: 'required',
    params: ofEvent,
    form: {
      fields: {
        description: v.optional(field.description),
        original_date: field.originalDate,
        timezone: field.timezone,
      },
      files: { image: 'required' },
    },
    answers: {
      200: v.object({ limitReached: v.boolean(), post: v.nullable(post) }),
      201: v.object({ limitReached: v.literal(false), post }),
    },
    keyed: true,
  }),
} as const

export type Api = typeof api
