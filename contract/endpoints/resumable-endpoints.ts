import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { post } from '../entities.ts'
import * as field from '../fields.ts'
import * as pathField from '../path-fields.ts'
import { CHUNK_TYPE } from '../tus-protocol.ts'

/** The tus version and extensions of this server. */
export const describeUploads = endpoint({
  method: 'OPTIONS',
  path: '/events/{event_hash}/uploads',
  auth: 'none',
  params: pathField.ofEvent,
  answers: { 204: null },
})

/**
 * Begins an upload (201), or finds the one begun under its key before (200, also once it is finished). `Location` and
 * `Upload-Offset` tell where to go on.
 */
export const createUpload = endpoint({
  method: 'POST',
  path: '/events/{event_hash}/uploads',
  auth: 'required',
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

/** How many bytes of an upload the server has. */
export const readUploadOffset = endpoint({
  method: 'HEAD',
  path: '/events/{event_hash}/uploads/{upload_id}',
  auth: 'required',
  params: pathField.ofUpload,
  answers: { 200: null },
})

/** Appends bytes to an upload. The last ones make it a post before the answer. */
export const appendToUpload = endpoint({
  method: 'PATCH',
  path: '/events/{event_hash}/uploads/{upload_id}',
  auth: 'required',
  params: pathField.ofUpload,
  bytes: CHUNK_TYPE,
  answers: { 204: null },
})

/** Deletes an upload. A finished one is a post, and stays (409). */
export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/events/{event_hash}/uploads/{upload_id}',
  auth: 'required',
  params: pathField.ofUpload,
  answers: { 204: null },
})

/** The post of a finished upload; 409 while bytes are missing. */
export const readUpload = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/uploads/{upload_id}',
  auth: 'required',
  params: pathField.ofUpload,
  answers: { 200: v.object({ limitReached: v.boolean(), post: v.nullable(post) }) },
})
