import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { post } from '../entities.ts'
import * as field from '../fields.ts'
import * as pathField from '../path-fields.ts'
import { CHUNK_TYPE } from '../tus-protocol.ts'

/** What this server's tus can do. */
export const describeUploads = endpoint({
  method: 'OPTIONS',
  path: '/events/{event_hash}/uploads',
  auth: 'none',
  params: pathField.ofEvent,
  answers: { 204: null },
})

/**
 * Begins an upload (201), or finds the one begun under its key before (200, also once it is finished): `Location` and
 * `Upload-Offset` say where to go on.
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
    description: v.optional(field.description),
    sha256: v.optional(field.sha256),
    original_sha256: v.optional(field.sha256),
  },
  answers: { 201: null, 200: null },
})

/** How much of an upload the server has. */
export const readUploadOffset = endpoint({
  method: 'HEAD',
  path: '/events/{event_hash}/uploads/{upload_id}',
  auth: 'required',
  params: pathField.ofUpload,
  answers: { 200: null },
})

/** Sends bytes that follow what the server has. With the last ones the upload becomes a post before it is answered. */
export const appendToUpload = endpoint({
  method: 'PATCH',
  path: '/events/{event_hash}/uploads/{upload_id}',
  auth: 'required',
  params: pathField.ofUpload,
  bytes: CHUNK_TYPE,
  answers: { 204: null },
})

/** Has the server forget an upload. One that is finished is a post, and stays (409). */
export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/events/{event_hash}/uploads/{upload_id}',
  auth: 'required',
  params: pathField.ofUpload,
  answers: { 204: null },
})

/** What a whole upload has become; 409 while bytes are missing. */
export const readUpload = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/uploads/{upload_id}',
  auth: 'required',
  params: pathField.ofUpload,
  answers: { 200: v.object({ limitReached: v.boolean(), post: v.nullable(post) }) },
})
