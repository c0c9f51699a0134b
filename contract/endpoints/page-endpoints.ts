import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { clientErrorKind, success, user } from '../entities.ts'

// Every page asks for these: an endpoint's file is loaded whole, and a page's first script has only this one and the Orma's.

export const verifySession = endpoint('GET /users/verify', {
  answers: { 200: v.object({ user }) },
})

export const logout = endpoint('POST /users/logout', {
  answers: { 204: null },
})

export const markViewed = endpoint('POST /users/updateRecentlyViewed', {
  phoneOnly: true,
  body: { event_hash: v.string() },
  answers: { 200: v.object({ success }) },
})

/** The kind of an error in a page that the server cannot see; nothing else of it is sent. */
export const reportClientError = endpoint('POST /client_errors', {
  auth: 'none',
  body: { kind: clientErrorKind },
  answers: { 204: null },
})
