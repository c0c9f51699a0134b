import * as v from 'valibot'
import { described, endpoint } from '../endpoint.ts'
import { event, recentlyViewedItem, user, success } from '../entities.ts'
import { accountReceipt } from '../account-receipt.ts'
import { noSms } from '../no-sms.ts'
import * as field from '../fields.ts'
import * as pathField from '../path-fields.ts'
import { texts } from '../texts.ts'

export const startRegistration = endpoint('POST /users/register/start', {
  auth: 'none',
  body: { phone: field.phone },
  keyed: true,
  answers: {
    200: v.object({
      success,
      request_id: v.string(),
      name: v.boolean(),
      email: v.boolean(),
      noSms: v.optional(noSms),
    }),
  },
})

export const verifyRegistration = endpoint('POST /users/register/verify', {
  auth: 'none',
  body: {
    code: field.code,
    request_id: field.requestId,
    phone: field.phone,
    name: v.nullish(field.personName),
    email: v.nullish(field.email),
    guest_tokens: v.optional(field.guestTokens),
  },
  keyed: true,
  answers: { 200: v.object({ success, token: v.string(), user }) },
  fieldTexts: { phone: texts.login.corrupted, request_id: texts.login.corrupted },
})

/** Makes a guest by name of an Orma that lets them in so. */
export const createGuest = endpoint('POST /events/{event_hash}/guests', {
  auth: 'none',
  params: pathField.ofEvent,
  body: { name: field.name },
  keyed: true,
  answers: { 200: v.object({ success, token: v.string(), user }) },
})

export const updateUser = endpoint('POST /users/update/user', {
  body: { newName: field.name },
  answers: { 200: v.object({ success, user }) },
})

/** Sends a code to the caller's number and one to the number that is to take its place. */
export const startPhoneChange = endpoint('POST /users/phone/start', {
  phoneOnly: true,
  body: { newPhone: field.phone },
  keyed: true,
  answers: {
    200: v.object({
      success,
      request_id: v.string(),
      old_request_id: v.string(),
      noSms: v.optional(noSms),
    }),
  },
  fieldTexts: { newPhone: texts.login.invalidPhone },
})

export const verifyPhoneChange = endpoint('POST /users/phone/verify', {
  phoneOnly: true,
  body: {
    newPhone: field.phone,
    request_id: field.requestId,
    code: field.code,
    old_request_id: field.requestId,
    old_code: field.code,
  },
  answers: { 200: v.object({ success, user }) },
  fieldTexts: { old_code: texts.login.invalidCode, newPhone: texts.login.invalidPhone },
})

export const listOwnEvents = endpoint('GET /users/allevents', {
  phoneOnly: true,
  answers: { 200: v.object({ allevents: v.array(event) }) },
})

export const getProfile = endpoint('GET /users/getProfile', {
  answers: { 200: v.object({ user }) },
})

export const listRecentlyViewed = endpoint('GET /users/getRecentlyViewed', {
  phoneOnly: true,
  answers: { 200: v.object({ recentlyViewed: v.array(recentlyViewedItem) }) },
})

export const deleteAccount = endpoint('DELETE /users/me', {
  query: { posts: v.optional(described('`delete`: the posts go as well.', v.literal('delete'))) },
  answers: { 200: accountReceipt },
})
