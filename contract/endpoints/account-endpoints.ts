import * as v from 'valibot'
import { described } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { accountReceipt, event, recentlyViewedItem, user, success } from '../entities.ts'
import * as field from '../fields.ts'
import { texts } from '../texts.ts'

export const startRegistration = endpoint({
  method: 'POST',
  path: '/users/register/start',
  auth: 'none',
  body: { phone: field.phone },
  keyed: true,
  answers: {
    200: v.object({
      success,
      request_id: v.string(),
      name: v.boolean(),
      email: v.boolean(),
    }),
  },
})

export const verifyRegistration = endpoint({
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
  keyed: true,
  answers: { 200: v.object({ success, token: v.string(), user }) },
  fieldTexts: { phone: texts.login.corrupted, request_id: texts.login.corrupted },
})

export const updateUser = endpoint({
  method: 'POST',
  path: '/users/update/user',
  auth: 'required',
  body: { newName: field.name },
  answers: { 200: v.object({ success, user }) },
})

export const listOwnEvents = endpoint({
  method: 'GET',
  path: '/users/allevents',
  auth: 'required',
  answers: { 200: v.object({ allevents: v.array(event) }) },
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/users/getProfile',
  auth: 'required',
  answers: { 200: v.object({ user }) },
})

export const listRecentlyViewed = endpoint({
  method: 'GET',
  path: '/users/getRecentlyViewed',
  auth: 'required',
  answers: { 200: v.object({ recentlyViewed: v.array(recentlyViewedItem) }) },
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/users/me',
  auth: 'required',
  query: { posts: v.optional(described('`delete`: the posts go as well.', v.literal('delete'))) },
  answers: { 200: accountReceipt },
})
