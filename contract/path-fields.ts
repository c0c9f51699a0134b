import * as v from 'valibot'
import { described } from './endpoint.ts'
import { eventHash, id } from './entities.ts'
import * as limits from './limits.ts'

// The fields of paths and queries.

/** A positive integer written in a path or query. */
export const idText = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), id)
export const pageText = described(
  `Counts from ${limits.FIRST_PAGE}.`,
  v.pipe(
    v.string(),
    v.regex(/^\d{1,7}$/),
    v.transform(Number),
    v.minValue(limits.FIRST_PAGE),
    v.maxValue(limits.LAST_PAGE),
  ),
)
export const nextText = described(
  `Adds as many of the posts that follow in the feed, at most ${limits.NEXT_POSTS_MAX}.`,
  v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.maxValue(limits.NEXT_POSTS_MAX)),
)

export const pageSizeText = described(
  `How many posts to give, 1 to ${limits.PAGE_SIZE_MAX}. Who reads a whole feed asks for the most.`,
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/),
    v.transform(Number),
    v.minValue(1),
    v.maxValue(limits.PAGE_SIZE_MAX),
  ),
)

const event_hash = described('The Orma’s address.', eventHash)
const ofOnePost = described('The post.', idText)
/** 128 random bits, hexadecimal. */
const uploadId = described(
  'The upload, as its `Location` names it.',
  v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
)
export const afterPost = v.optional(described('Goes on after this post.', idText))
export const beforePost = v.optional(described('Gives those right before this post.', idText))

// Parameters of paths.
export const ofEvent = { event_hash }
export const ofPost = { event_hash, post_id: ofOnePost }
export const ofComment = {
  event_hash,
  id: ofOnePost,
  comment_id: described('The comment.', idText),
}
export const ofPerson = { event_hash, user_id: described('Whose they are.', idText) }
export const ofOrganiser = { event_hash, user_id: described('The organiser.', idText) }
export const ofInvitation = { event_hash, invitation_id: described('The invitation.', idText) }
export const ofAdminEvent = { event_id: described('The Orma, by its number.', idText) }
export const ofUpload = { event_hash, upload_id: uploadId }
