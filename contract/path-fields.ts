import * as v from 'valibot'
import { eventHash, id } from './entities.ts'
import * as limits from './limits.ts'

// The fields of paths and queries.

/** A positive integer written in a path or query. */
export const idText = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), id)
export const pageText = v.pipe(
  v.string(),
  v.regex(/^\d{1,7}$/),
  v.transform(Number),
  v.minValue(limits.FIRST_PAGE),
  v.maxValue(limits.LAST_PAGE),
)
export const nextText = v.pipe(
  v.string(),
  v.regex(/^\d{1,2}$/),
  v.transform(Number),
  v.maxValue(limits.NEXT_POSTS_MAX),
)

/** How many posts a page of the feed is to have. */
export const pageSizeText = v.pipe(
  v.string(),
  v.regex(/^\d{1,3}$/),
  v.transform(Number),
  v.minValue(1),
  v.maxValue(limits.PAGE_SIZE_MAX),
)

/** 128 random bits, hexadecimal. */
const uploadId = v.pipe(v.string(), v.regex(/^[\da-f]{32}$/))

// Parameters of paths.
export const ofEvent = { event_hash: eventHash }
export const ofPost = { event_hash: eventHash, post_id: idText }
export const ofComment = { event_hash: eventHash, id: idText, comment_id: idText }
export const ofPerson = { event_hash: eventHash, user_id: idText }
export const ofUpload = { event_hash: eventHash, upload_id: uploadId }
