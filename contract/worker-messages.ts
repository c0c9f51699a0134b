import * as v from 'valibot'
import { comment, eventHash, id, like, post } from './entities.ts'

const pageMessage = v.object({
  /**
   * `SKIP_WAITING`: take over from the old worker. `YIELD`: end your work, as the new worker waits for that. `DRAIN`: send what
   * is queued and ask for photos that are being processed, as far as it is due.
   */
  type: v.picklist(['SKIP_WAITING', 'YIELD', 'DRAIN']),
  /**
   * With `DRAIN`: first queue the drafts of this Orma for the signed-in user. Part of the message, so that it works even if the
   * page is closed at once.
   */
  submit: v.optional(eventHash),
  /** With `submit`: hold the photos for a while, as the page makes them smaller first. */
  smaller: v.optional(v.boolean()),
})
export type PageMessage = v.InferOutput<typeof pageMessage>

/** A message from a page; undefined where this worker does not know it. */
export function parsePageMessage(data: unknown): PageMessage | undefined {
  const message = v.safeParse(pageMessage, data)
  return message.success ? message.output : undefined
}

export const CHANGE_KINDS = [
  'like',
  'unlike',
  'comment',
  'edit-comment',
  'delete-comment',
  'delete-post',
  'approve-post',
  'approve-posts',
] as const

/** A message from the worker (or from a page that sends itself) to all pages of the app. */
export const workerMessage = v.variant('type', [
  /** The outbox has changed: read it again. */
  v.object({ type: v.literal('UPLOADS_CHANGED') }),
  /** A photo has reached its end state. */
  v.object({ type: v.literal('POST_FINISHED'), post }),
  /** The server has a queued change; its answer replaces what was shown until now. */
  v.object({
    type: v.literal('CHANGE_SENT'),
    key: v.string(),
    kind: v.picklist(CHANGE_KINDS),
    event_hash: eventHash,
    post_id: id,
    /** The comment that was edited or deleted. */
    comment_id: v.optional(id),
    comment: v.optional(comment),
    Likes: v.optional(v.array(like)),
    /** Posts that were approved. */
    posts: v.optional(v.array(post)),
    /** What was to be deleted was not there any more. */
    wasGone: v.optional(v.boolean()),
  }),
  /** From a page: somebody signed in or out on it. */
  v.object({ type: v.literal('SESSION_CHANGED') }),
  /** From whoever sends: the server refuses the token. */
  v.object({ type: v.literal('TOKEN_REFUSED') }),
])
export type WorkerMessage = v.InferOutput<typeof workerMessage>

export const WORKER_CHANNEL = 'orma'

/** Tag of the Background Sync that wakes the worker to send the outbox. */
export const SYNC_TAG = 'orma-uploads'

/** Tag of the periodic sync that wakes the worker to refresh the Ormas last visited. */
export const FEEDS_TAG = 'orma-feeds'
