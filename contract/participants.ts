import * as v from 'valibot'
import type { InferOutput } from 'valibot'
import { described } from './endpoint.ts'
import { author, comment, count, id, picture } from './entities.ts'

/** Somebody who took part in an Orma, or came in by a name: what they added, as far as its owner sees it. */
export const participant = v.object({
  User: author,
  photoCount: described('Posts in every state.', count),
  commentCount: count,
  isByName: v.optional(described('A guest by name, of this Orma alone.', v.boolean()), false),
})
export type Participant = InferOutput<typeof participant>

/** How many came to an Orma and what there is; its organisers are no guests. */
export const totals = v.object({
  guests: described(
    'Guests who opened it: people who signed in, and devices on which nobody did.',
    count,
  ),
  tookPart: described('Guests who added something, liked or commented.', count),
  photos: described('Those that are shown, as all that follows.', count),
  videos: count,
  likes: count,
})
export type Totals = InferOutput<typeof totals>

/** What went with somebody who was taken out of an Orma. */
export const removalReceipt = v.object({
  removed: v.object({
    posts: count,
    comments: count,
    likes: count,
    /** Photos that had not come in whole. */
    uploads: count,
    /** Files in storage. */
    files: count,
  }),
  isBarred: described(
    'Of a guest by name: their token is good no more. Who came by phone may add again.',
    v.boolean(),
  ),
})
export type RemovalReceipt = InferOutput<typeof removalReceipt>

/** A comment with the photo it is about. */
export const photoComment = v.object({
  ...comment.entries,
  Post: described(
    'The post that it is about.',
    v.object({ id, compressed_url: v.nullable(picture), thumbhash: v.nullable(v.string()) }),
  ),
})
export type PhotoComment = InferOutput<typeof photoComment>
