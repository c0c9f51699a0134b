import * as v from 'valibot'
import type { InferOutput } from 'valibot'
import { described } from './endpoint.ts'
import { author, comment, count, id, picture } from './entities.ts'

/** Somebody who took part in an Orma: what they added, as far as its owner sees it. */
export const participant = v.object({
  User: author,
  photoCount: described('Posts in every state.', count),
  commentCount: count,
})
export type Participant = InferOutput<typeof participant>

/** A comment with the photo it is about. */
export const photoComment = v.object({
  ...comment.entries,
  Post: described(
    'The post that it is about.',
    v.object({ id, compressed_url: v.nullable(picture), thumbhash: v.nullable(v.string()) }),
  ),
})
export type PhotoComment = InferOutput<typeof photoComment>
