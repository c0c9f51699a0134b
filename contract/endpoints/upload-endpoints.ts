import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { post } from '../entities.ts'
import * as field from '../fields.ts'
import * as pathField from '../path-fields.ts'

export const checkLimit = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/checkLimit',
  auth: 'required',
  params: pathField.ofEvent,
  answers: {
    200: v.object({
      limitReached: v.boolean(),
      used: v.number(),
      limit: v.nullable(v.number()),
    }),
  },
})

export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/events/{event_hash}/upload',
  auth: 'required',
  params: pathField.ofEvent,
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
})
