import * as v from 'valibot'
import { described } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { id, post } from '../entities.ts'
import * as field from '../fields.ts'
import { KNOWN_AT_ONCE_MAX } from '../limits.ts'
import * as pathField from '../path-fields.ts'

export const checkLimit = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/checkLimit',
  auth: 'required',
  params: pathField.ofEvent,
  /** The specification has it sent; the path tells. */
  query: { event_hash: v.optional(described('The Orma’s address.', v.string())) },
  answers: {
    200: v.object({
      limitReached: v.boolean(),
      used: v.number(),
      limit: v.nullable(v.number()),
    }),
  },
})

/**
 * Which of these photos, by the SHA-256 of their bytes, are in the event already, be it as a smaller one made of them. Counts
 * shown photos and the caller's own.
 */
export const listKnownPhotos = endpoint({
  method: 'POST',
  path: '/events/{event_hash}/known',
  auth: 'required',
  params: pathField.ofEvent,
  body: { sha256: v.pipe(v.array(field.sha256), v.maxLength(KNOWN_AT_ONCE_MAX)) },
  answers: { 200: v.object({ known: v.array(v.object({ sha256: v.string(), post_id: id })) }) },
})

export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/events/{event_hash}/upload',
  auth: 'required',
  params: pathField.ofEvent,
  form: {
    fields: {
      description: field.description,
      original_date: field.originalDate,
      timezone: field.timezone,
      /** Hash of the photo that this one was made smaller from. */
      original_sha256: field.statedHash,
    },
    files: { image: 'required' },
  },
  answers: {
    200: v.object({ limitReached: v.boolean(), post: v.nullable(post) }),
    201: v.object({ limitReached: v.literal(false), post }),
  },
  keyed: true,
})
