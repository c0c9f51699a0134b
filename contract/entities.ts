import * as v from 'valibot'
import type { InferOutput } from 'valibot'
import { described } from './endpoint.ts'
import {
  CHOICE_SIZES,
  COMMENTS_SHOWN,
  LIKES_SHOWN,
  MAX_VIDEO_BYTES,
  MAX_VIDEO_SECONDS,
  SIGNED_ADDRESS_MS,
} from './limits.ts'
import { FULL_PX } from './renditions.ts'

export const EVENT_HASH = /^[A-Za-z0-9_-]{22}$/

export const id = v.pipe(v.number(), v.integer(), v.minValue(1))
export const eventHash = v.pipe(v.string(), v.regex(EVENT_HASH))
/** Address of a served picture. The API always writes a path; a page of another origin completes it. */
export const picture = v.pipe(v.string(), v.regex(/^(https?:\/)?\//))
export const count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** The field of answers that say nothing else. */
export const success = v.literal(true)
/** ISO 8601, in UTC or with an offset. */
export const isoTime = v.pipe(v.string(), v.isoTimestamp())

export const user = v.object({
  id,
  name: v.nullable(v.string()),
  phone: described('Digits; empty: a guest by name. Nobody but the user gets it.', v.string()),
  email: v.nullable(v.string()),
  guestOf: v.optional(
    described('Of a guest by name: the Orma that their token is good in, and no other.', eventHash),
  ),
  isAdmin: v.optional(
    described('True: they run this server, and may call what is below `/admin`.', v.literal(true)),
  ),
})
export type User = InferOutput<typeof user>

/** What others see of a user: never phone or email. */
export const author = v.object({
  id,
  name: described('Null where the account has none.', v.nullable(v.string())),
})
export type Author = InferOutput<typeof author>

export const GUEST_SIGN_INS = ['phone', 'name'] as const
export const GUESTS_SEE = ['all', 'own'] as const

/** Tells one word at a door from another, and nothing of it; null: none is asked for. */
export const pinMark = v.nullable(v.string())

const ownerFields = v.object({
  owner: described('For its organisers alone, as all that follows.', author),
  organisers: described('Whom the owner has invited to organise it.', v.array(author)),
  handover: described('The organiser whom the owner has asked to take it over.', v.nullable(id)),
  storageBytes: described('Bytes in storage: photos as received and as shown.', count),
  storageLimit: described(
    'The most bytes it may have by now; null: no limit. Told where the Orma itself is asked for.',
    v.nullable(count),
  ),
  reviewAll: described('Whether photos of others wait for the owner.', v.boolean()),
  uploadsClosed: described('Whether others add no photos any more.', v.boolean()),
  paused: described('Whether it is closed to all others.', v.boolean()),
  pausedByHost: described(
    'Whether who runs the server has closed it: its organisers do not open it again.',
    v.boolean(),
  ),
  endsAt: described('From then on others add no photos.', v.nullable(isoTime)),
  music: described(
    'Of the films of its days: `calm`, `bright`, or null for none.',
    v.nullable(v.string()),
  ),
  deleteAt: described(
    'When it is deleted with all that is in it; null: never.',
    v.nullable(isoTime),
  ),
  deletionSeenAt: described('When the owner opened the warning of that.', v.nullable(isoTime)),
  keptUntil: described(
    'When it is deleted because the server keeps no Orma longer; null: that is far, or never.',
    v.nullable(isoTime),
  ),
  doorClosedUntil: described(
    'Until then the door takes no word from new devices, as too many wrong ones were tried; another word opens it.',
    v.nullable(isoTime),
  ),
})

export const event = v.object({
  id,
  event_hash: described('The Orma’s address: whoever has it can open the Orma.', eventHash),
  name: v.string(),
  event_date: described('`YYYY-MM-DD HH:mm:ss.SSS`', v.string()),
  event_original_date: described('`event_date` as stored.', v.string()),
  event_profile_image_url: described('Below the origin; null: none.', v.nullable(picture)),
  event_banner_url: described('Below the origin; null: none.', v.nullable(picture)),
  seating_url: v.nullable(v.string()),
  userId: described('Its owner.', id),
  User: v.object({ id }),
  postCount: described('Posts that are shown.', count),
  uploadsOpen: described('Whether others than the owner can add photos now.', v.boolean()),
  uploadsOpenUntil: described(
    'The moment from which they cannot, where the owner has set one.',
    v.nullable(isoTime),
  ),
  // What is absent is of the release before there were videos: cached by this device, or a server's that is still to be renewed.
  allowVideos: v.optional(described('Whether videos can be added, too.', v.boolean()), false),
  maxVideoSeconds: v.optional(
    described('The longest video that is taken.', count),
    MAX_VIDEO_SECONDS,
  ),
  maxVideoBytes: v.optional(described('The largest video that is taken.', count), MAX_VIDEO_BYTES),
  guestSignIn: v.optional(
    described('How guests sign in to add, like and comment.', v.picklist(GUEST_SIGN_INS)),
    'phone',
  ),
  photosPerChoice: v.optional(
    described('How many photos may be chosen at a time.', v.picklist(CHOICE_SIZES)),
    CHOICE_SIZES[0],
  ),
  revealAt: v.optional(
    described(
      'Until then guests see what they added, and organisers everything; `later`: until an organiser says so. Null: nothing is to be revealed, or it has been.',
      v.nullable(v.union([v.literal('later'), isoTime])),
    ),
    null,
  ),
  guestsSee: v.optional(
    described('`own`: guests never see what others added.', v.picklist(GUESTS_SEE)),
    'all',
  ),
  hasPin: v.optional(
    described('Whether a word is asked for at the door, once on each device.', v.boolean()),
    false,
  ),
  pinMark: v.optional(described('Another one with each word at the door.', pinMark), null),
  mayShare: v.optional(
    described('Whether guests are offered to share the link.', v.boolean()),
    true,
  ),
  showCounts: v.optional(
    described('Whether all who see the photos read how many guests there are.', v.boolean()),
    false,
  ),
  guestCount: v.optional(
    described('Guests who opened it, where that is shown; null: it is not.', v.nullable(count)),
    null,
  ),
  ...v.partial(ownerFields).entries,
})
/** An Orma. */
export type Event = InferOutput<typeof event>

export const like = v.object({ userId: id, post_id: id, event_hash: eventHash })
export type Like = InferOutput<typeof like>

export const comment = v.object({
  id,
  content: v.string(),
  createdAt: isoTime,
  User: described('Its author.', author),
})
export type Comment = InferOutput<typeof comment>

const POST_STATUSES = [
  'READYFORPROCESSING',
  'COMPLETED',
  'FAILEDBYNUDITY',
  'FAILEDPROCESSING',
] as const
export const postStatus = v.picklist(POST_STATUSES)
export type PostStatus = InferOutput<typeof postStatus>

const postKind = v.picklist(['photo', 'video'])

/** Why a photo is flagged: the check found nudity, there was no check, or the owner reviews every photo. */
export const reviewReason = v.picklist(['nudity', 'unchecked', 'review'])
export type ReviewReason = InferOutput<typeof reviewReason>

export const post = v.object({
  id,
  kind: v.optional(
    described('Of a video the pictures are those of its poster.', postKind),
    'photo',
  ),
  duration: v.optional(described('Of a video that was processed: seconds.', v.number())),
  video_url: v.optional(
    described(
      'Of a video: MP4 (H.264, AAC) below the origin, at most 1080p, as lasting as `image_url`; null until there is one.',
      v.nullable(picture),
    ),
  ),
  image_url: described(
    `Below the origin, at most ${FULL_PX} px; the thumb’s own until that exists, null until there is one. Of a COMPLETED post for ever the same, of one that waits for approval signed for ${SIGNED_ADDRESS_MS / 60_000} minutes.`,
    v.nullable(picture),
  ),
  compressed_url: described('The thumbnail; null until there is one.', v.nullable(picture)),
  width: described('Pixels of the upright photo; null until known.', v.nullable(count)),
  height: described('Pixels of the upright photo; null until known.', v.nullable(count)),
  thumbhash: described(
    'A blur to show until the photo is there, in base64; null until known.',
    v.nullable(v.string()),
  ),
  status: described(
    'COMPLETED: it is shown. The others see only its author and the owner of the Orma.',
    postStatus,
  ),
  reviewReason: v.optional(
    described(
      'Of one that is FAILEDBYNUDITY why it waits for the owner: the check says so, there was no check, or the owner looks at every photo.',
      reviewReason,
    ),
  ),
  event_hash: eventHash,
  createdAt: described(
    'When the server received it; of an approved one when it was approved.',
    isoTime,
  ),
  original_date: described('When the photo was taken, on its own clock.', v.string()),
  User: described('Its author.', author),
  Event: described('Who owns the Orma.', v.object({ userId: id })),
  burst: v.optional(
    described(
      'Shown posts that look almost alike and were taken one after the other share this number. Absent: it is alone.',
      id,
    ),
  ),
  sha256: described('Of the bytes as received, hexadecimal.', v.string()),
  Likes: described(
    `The newest ${LIKES_SHOWN}, the caller’s own always among them; fewer on a page with thousands.`,
    v.array(like),
  ),
  likeCount: count,
  Comments: described(`The newest ${COMMENTS_SHOWN}, newest first.`, v.array(comment)),
  commentCount: count,
})
/** A photo or video of an Orma with its likes and comments. */
export type Post = InferOutput<typeof post>

export const recentlyViewedItem = v.object({ id, viewedAt: isoTime, Event: event })
export type RecentlyViewedItem = InferOutput<typeof recentlyViewedItem>

/** What a page tells of an error that the server cannot see. `worker`: the browser has service workers and could not run ours. */
export const clientErrorKind = v.picklist(['worker'])
