import * as v from 'valibot'
import { clientErrorKind } from '../client-error-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { user, success } from '../entities.ts'

// Every page asks for these: an endpoint's file is loaded whole, and a page's first script has only this one and the Orma's.

export const verifySession = endpoint({
  method: 'GET',
  path: '/users/verify',
  auth: 'required',
  answers: { 200: v.object({ user }) },
})

export const logout = endpoint({
  method: 'POST',
  path: '/users/logout',
  auth: 'required',
  answers: { 204: null },
})

export const markViewed = endpoint({
  method: 'POST',
  path: '/users/updateRecentlyViewed',
  auth: 'required',
  body: { event_hash: v.string() },
  answers: { 200: v.object({ success }) },
})

/** The kind of an error in a page that the server cannot see; nothing else of it is sent. */
export const reportClientError = endpoint({
  method: 'POST',
  path: '/client_errors',
  auth: 'none',
  body: { kind: clientErrorKind },
  answers: { 204: null },
})
