import * as v from 'valibot'
import { comment, eventHash, id, like, post } from './entities.ts'

/** What a page tells the worker. */
export const pageMessage = v.object({
  /**
   * `SKIP_WAITING`: take over from the old worker. `YIELD`: the old one is to let the new one do so, which waits for its
   * work to end. `DRAIN`: send what waits and ask for what is being processed, as far as it is due.
   */
  type: v.picklist(['SKIP_WAITING', 'YIELD', 'DRAIN']),
  /**
   * With `DRAIN`: the drafts of this Orma are to be sent as well, in the name of whoever is signed in; said to the worker so
   * that it holds when the page is closed at once.
   */
  submit: v.optional(eventHash),
  /** With `submit`: the page makes the photos smaller first, and they wait a while for that. */
  smaller: v.optional(v.boolean()),
})
export type PageMessage = v.InferOutput<typeof pageMessage>

/** What the worker (or the page that drains) tells all pages of the app. */
export const workerMessage = v.variant('type', [
  /** The records of waiting photos have changed: read them again. */
  v.object({ type: v.literal('UPLOADS_CHANGED') }),
  /** A photo was processed: it has an end state now. */
  v.object({ type: v.literal('POST_FINISHED'), post }),
  /** A like or comment that waited has arrived; the server's own word of it replaces what was shown until now. */
  v.object({
    type: v.literal('CHANGE_SENT'),
    key: v.string(),
    event_hash: eventHash,
    post_id: id,
    /** Of a comment, as it was written. */
    content: v.nullable(v.string()),
    comment: v.optional(comment),
    Likes: v.optional(v.array(like)),
    /** Photos that are approved now. */
    posts: v.optional(v.array(post)),
  }),
  /** The server has refused one: what was shown of it is not so. */
  v.object({ type: v.literal('CHANGE_REFUSED'), event_hash: eventHash, post_id: id }),
])
export type WorkerMessage = v.InferOutput<typeof workerMessage>

/** Name of the BroadcastChannel that carries worker messages to every page. */
export const WORKER_CHANNEL = 'orma'

/** Tag of the Background Sync that wakes the worker for photos that wait. */
export const SYNC_TAG = 'orma-uploads'

/** Tag of the periodic sync that wakes the worker for new posts in the Ormas last visited. */
export const FEEDS_TAG = 'orma-feeds'
