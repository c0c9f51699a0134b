import * as v from 'valibot'
import { described } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { participant, photoComment, post } from '../entities.ts'
import * as pathField from '../path-fields.ts'

// What an Orma's owner finds people and photos by.

/** Who added photos or comments, by their ids: 100 at a time, those after a user. */
export const listPeople = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/people',
  auth: 'required',
  params: pathField.ofEvent,
  query: { after: v.optional(described('Goes on after this user.', pathField.idText)) },
  answers: { 200: v.object({ people: v.array(participant) }) },
})

/** Somebody's posts in every state, newest first: 24 at a time, those after a post. */
export const listPersonPosts = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/people/{user_id}/posts',
  auth: 'required',
  params: pathField.ofPerson,
  query: { after: pathField.afterPost },
  answers: { 200: v.object({ posts: v.array(post) }) },
})

/** The comments of all posts, newest first: 24 at a time, those after a comment. */
export const listAllComments = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/comments',
  auth: 'required',
  params: pathField.ofEvent,
  query: { after: v.optional(described('Goes on after this comment.', pathField.idText)) },
  answers: { 200: v.object({ comments: v.array(photoComment) }) },
})
