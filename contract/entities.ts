import * as v from 'valibot'
import type { InferOutput } from 'valibot'

export const EVENT_HASH = /^[A-Za-z0-9_-]{22}$/

export const id = v.pipe(v.number(), v.integer(), v.minValue(1))
export const eventHash = v.pipe(v.string(), v.regex(EVENT_HASH))
/** Address of a served picture. The API always writes a path; a page of another origin completes it. */
export const picture = v.pipe(v.string(), v.regex(/^(https?:\/)?\//))
export const count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** The field of answers that say nothing else. */
export const success = v.literal(true)
/** ISO 8601, in UTC or with an offset. */
const isoTime = v.pipe(v.string(), v.isoTimestamp())

export const user = v.object({
  id,
  name: v.nullable(v.string()),
  phone: v.string(),
  email: v.nullable(v.string()),
})
export type User = InferOutput<typeof user>

/** What others see of a user: never phone or email. */
export const author = v.object({ id, name: v.nullable(v.string()) })
export type Author = InferOutput<typeof author>

export const event = v.object({
  id,
  event_hash: eventHash,
  name: v.string(),
  /** `YYYY-MM-DD HH:mm:ss.SSS` */
  event_date: v.string(),
  /** `event_date` as stored. */
  event_original_date: v.string(),
  event_profile_image_url: v.nullable(picture),
  event_banner_url: v.nullable(picture),
  seating_url: v.nullable(v.string()),
  userId: id,
  User: v.object({ id }),
  postCount: count,
  /** Others than the owner can add photos now. */
  uploadsOpen: v.boolean(),
  /** The moment from which they add none, where the owner has set one; in UTC. */
  uploadsOpenUntil: v.nullable(isoTime),
  // Only for the owner:
  storageBytes: v.optional(count),
  /** The owner reviews all photos of others. */
  reviewAll: v.optional(v.boolean()),
  /** Others cannot add photos any more. */
  uploadsClosed: v.optional(v.boolean()),
  /** Closed to everybody else. */
  paused: v.optional(v.boolean()),
  /** From then on others cannot add photos; in UTC. */
  endsAt: v.optional(v.nullable(isoTime)),
  /** Name of the films' music; null: none. */
  music: v.optional(v.nullable(v.string())),
  /** When it is deleted with all that is in it, in UTC; null: the owner has set none. */
  deleteAt: v.optional(v.nullable(isoTime)),
  /** When the owner opened the warning of that; null: not yet. */
  deletionSeenAt: v.optional(v.nullable(isoTime)),
})
/** An Orma. */
export type Event = InferOutput<typeof event>

export const like = v.object({ userId: id, post_id: id, event_hash: eventHash })
export type Like = InferOutput<typeof like>

export const comment = v.object({ id, content: v.string(), createdAt: isoTime, User: author })
export type Comment = InferOutput<typeof comment>

const POST_STATUSES = [
  'READYFORPROCESSING',
  'COMPLETED',
  'FAILEDBYNUDITY',
  'FAILEDPROCESSING',
] as const
export const postStatus = v.picklist(POST_STATUSES)
export type PostStatus = InferOutput<typeof postStatus>

/** Why a photo is flagged: the check found nudity, there was no check, or the owner reviews every photo. */
export const reviewReason = v.picklist(['nudity', 'unchecked', 'review'])
export type ReviewReason = InferOutput<typeof reviewReason>

export const post = v.object({
  id,
  /** At most 2560 px; the thumb's own address until that exists, null until there is a thumb. */
  image_url: v.nullable(picture),
  /** The thumb; null until it exists. */
  compressed_url: v.nullable(picture),
  /** Pixels of the upright full picture; null until known. */
  width: v.nullable(count),
  height: v.nullable(count),
  /** base64; null until known. */
  thumbhash: v.nullable(v.string()),
  status: postStatus,
  /** Of a flagged post (FAILEDBYNUDITY), for its author and the owner alone. */
  reviewReason: v.optional(reviewReason),
  event_hash: eventHash,
  createdAt: isoTime,
  /** When the photo was taken, in local time of its place. */
  original_date: v.string(),
  User: author,
  Event: v.object({ userId: id }),
  /** Id of the post's burst, which is that of its first post. Absent: it is alone. */
  burst: v.optional(id),
  /** Of the original's bytes; hex. */
  sha256: v.string(),
  /** The newest likes, and always the caller's own. */
  Likes: v.array(like),
  likeCount: count,
  /** The newest comments, newest first. */
  Comments: v.array(comment),
  commentCount: count,
})
/** A photo of an Orma with its likes and comments. */
export type Post = InferOutput<typeof post>

/** Somebody who took part in an Orma: what they added, as far as its owner sees it. */
export const participant = v.object({ User: author, photoCount: count, commentCount: count })
export type Participant = InferOutput<typeof participant>

/** A comment with the photo it is about. */
export const photoComment = v.object({
  ...comment.entries,
  Post: v.object({ id, compressed_url: v.nullable(picture), thumbhash: v.nullable(v.string()) }),
})
export type PhotoComment = InferOutput<typeof photoComment>

/** What an owner can have done in an Orma. */
const AUDIT_ACTIONS = [
  'create',
  'update',
  'pause',
  'reopen',
  'set_deletion',
  'clear_deletion',
  'approve',
  'reject',
  'delete_post',
  'delete_comment',
  'download',
] as const
const auditAction = v.picklist(AUDIT_ACTIONS)
export type AuditAction = InferOutput<typeof auditAction>

const auditDetails = v.object({
  /** Of an update: the settings that changed. */
  fields: v.optional(v.array(v.string())),
  /** The day of deletion that was set. */
  deleteAt: v.optional(isoTime),
})
export type AuditDetails = InferOutput<typeof auditDetails>

export const auditEntry = v.object({
  id,
  at: isoTime,
  User: author,
  action: auditAction,
  /** The post, where it was about one. */
  post_id: v.nullable(id),
  details: auditDetails,
})
export type AuditEntry = InferOutput<typeof auditEntry>

/** What went with an account, each by its number, and what stays. */
export const accountReceipt = v.object({
  deleted: v.object({
    posts: count,
    comments: count,
    likes: count,
    /** Sign-ins, on all devices. */
    sessions: count,
    /** Ormas in the list of visited ones. */
    visits: count,
    /** Photos that had not come in whole. */
    uploads: count,
    /** Files in storage. */
    files: count,
  }),
  /** Posts that stay, under 'Deleted user'. */
  kept: v.object({ posts: count }),
})
export type AccountReceipt = InferOutput<typeof accountReceipt>

export const recentlyViewedItem = v.object({ id, viewedAt: isoTime, Event: event })
export type RecentlyViewedItem = InferOutput<typeof recentlyViewedItem>

/** The body of every refusal, of every call, at every status. */
export const errorEnvelope = v.object({
  success: v.literal(false),
  error: v.string(),
  code: v.string(),
  field: v.optional(v.string()),
})
export type ErrorEnvelope = InferOutput<typeof errorEnvelope>
