import * as v from 'valibot'
import { described, endpoint } from '../endpoint.ts'
import { id, post } from '../entities.ts'
import * as field from '../fields.ts'
import { KNOWN_AT_ONCE_MAX, UPLOADS_IN_PROCESSING_MAX } from '../limits.ts'
import * as pathField from '../path-fields.ts'
import { CHUNK_TYPE, POSTER_TYPE } from '../tus-protocol.ts'

export const checkLimit = endpoint('GET /events/{event_hash}/checkLimit', {
  params: pathField.ofEvent,
  /** The specification has it sent; the path tells. */
  query: { event_hash: v.optional(described('The Orma’s address.', v.string())) },
  answers: {
    200: v.object({
      limitReached: v.boolean(),
      used: v.number(),
      limit: v.nullable(v.number()),
      processing: v.optional(
        described(
          `How many of the caller’s photos here are not processed yet: more than ${UPLOADS_IN_PROCESSING_MAX} are not taken at a time.`,
          v.number(),
        ),
        0,
      ),
    }),
  },
})

/**
 * Which of these photos, by the SHA-256 of their bytes, are in the event already, be it as a smaller one made of them. Counts
 * shown photos and the caller's own.
 */
export const listKnownPhotos = endpoint('POST /events/{event_hash}/known', {
  params: pathField.ofEvent,
  body: { sha256: v.pipe(v.array(field.sha256), v.maxLength(KNOWN_AT_ONCE_MAX)) },
  answers: { 200: v.object({ known: v.array(v.object({ sha256: v.string(), post_id: id })) }) },
})

export const uploadPhoto = endpoint('POST /events/{event_hash}/upload', {
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

export const describeUploads = endpoint('OPTIONS /events/{event_hash}/uploads', {
  auth: 'none',
  params: pathField.ofEvent,
  answers: { 204: null },
})

/**
 * Begins an upload (201), or finds the one begun under its key before (200, also once it is finished). `Location` and
 * `Upload-Offset` tell where to go on.
 */
export const createUpload = endpoint('POST /events/{event_hash}/uploads', {
  params: pathField.ofEvent,
  metadata: {
    key: v.optional(field.uuid),
    filename: v.optional(v.string()),
    filetype: v.optional(v.string()),
    original_date: field.originalDate,
    timezone: field.timezone,
    description: field.description,
    sha256: field.statedHash,
    original_sha256: field.statedHash,
  },
  answers: { 201: null, 200: null },
})

export const readUploadOffset = endpoint('HEAD /events/{event_hash}/uploads/{upload_id}', {
  params: pathField.ofUpload,
  answers: { 200: null },
})

/** Appends bytes to an upload. The last ones make it a post before the answer. */
export const appendToUpload = endpoint('PATCH /events/{event_hash}/uploads/{upload_id}', {
  params: pathField.ofUpload,
  bytes: CHUNK_TYPE,
  answers: { 204: null },
})

/** Gives a video that is being uploaded its poster. The first one counts. */
export const sendPoster = endpoint('PUT /events/{event_hash}/uploads/{upload_id}/poster', {
  params: pathField.ofUpload,
  bytes: POSTER_TYPE,
  answers: { 204: null },
})

/** Deletes an upload. A finished one is a post, and stays (409). */
export const cancelUpload = endpoint('DELETE /events/{event_hash}/uploads/{upload_id}', {
  params: pathField.ofUpload,
  answers: { 204: null },
})

/** The post of a finished upload; 409 while bytes are missing. */
export const readUpload = endpoint('GET /events/{event_hash}/uploads/{upload_id}', {
  params: pathField.ofUpload,
  answers: { 200: v.object({ limitReached: v.boolean(), post: v.nullable(post) }) },
})
