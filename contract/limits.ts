import { FULL_PX } from './renditions.ts'

// The product's numbers (specification: section 9; limits against abuse), each once. Names carry the units.

export const CODE_LENGTH = 4
export const CODE_EXPIRY_MS = 5 * 60_000
/** So many wrong codes end a request_id. */
export const CODE_TRIES = 3
/** E.164; the specification's 12 are fewer than most mobiles of Germany, Brazil or China have. */
export const PHONE_DIGITS_MAX = 15
export const DEFAULT_COUNTRY = 'US'
/** Lifetime of the token and of the cookie that carries it. */
export const TOKEN_LIFETIME_SECONDS = 30 * 24 * 60 * 60
export const TOKEN_COOKIE = 'token'
/** The cookie with the token of an Orma's guest by name. */
export function guestCookie(event_hash: string): string {
  return `guest-${event_hash}`
}
/** The header by which a client without cookies shows that it has given an Orma's word. */
export const DOOR_HEADER = 'orma-key'
/** The cookie by which a device shows the same. */
export function doorCookie(event_hash: string): string {
  return `orma-${event_hash}`
}
/** Lifetime of that cookie: as long as browsers keep any. */
export const DOOR_SECONDS = 400 * 24 * 60 * 60
export const PIN_LENGTH = { min: 4, max: 12 }
/** How many photos an organiser may let guests choose at a time. */
export const CHOICE_SIZES = [4, 10, 30, 100] as const

/** How long a link that makes its follower an organiser is good, and how many of them may be open in an Orma. */
export const INVITATION_DAYS = 7
export const OPEN_INVITATIONS_MAX = 10

export const NAME_MAX = 80
/** Room for the number behind a guest's name that others have as well, within NAME_MAX. */
export const NAME_NUMBER_LENGTH = 7
export const EMAIL_MAX = 254
export const COMMENT_MAX = 200
/** UTF-16 code units of a name or comment before what nobody sees is taken from its ends. */
export const TYPED_MAX = 5_000
export const URL_MAX = 2048
/** Of the words that may come with a photo. */
export const DESCRIPTION_MAX = 1000

export const PHOTOS_PER_CHOICE = 4
/** So many photos one call can ask about: as many as can be chosen at a time. */
export const KNOWN_AT_ONCE_MAX = 100
export const APPROVED_AT_ONCE_MAX = 100
/** How long the address of a photo that is not shown is valid. */
export const SIGNED_ADDRESS_MS = 10 * 60_000
/** Within which time the download of an archive has to begin, and until when it may go on. */
export const ARCHIVE_BEGIN_MS = 10 * 60_000
export const ARCHIVE_RESUME_MS = 24 * 60 * 60_000
/** Between two questions how far an archive is. */
export const ARCHIVE_POLL_MS = 1_000
/** What a guest on a slow line may send instead of a photo: its longer side, and the JPEG quality from 0 to 1. */
export const SMALLER_PHOTO = { edgePx: FULL_PX, quality: 0.85 }
/**
 * What a guest on a slow line may send instead of a video: its shorter side, and the most frames and bits a second. A video of which
 * more than this share would be left goes as it is.
 */
export const SMALLER_VIDEO = { edgePx: 720, fps: 30, bitsPerSecond: 2_500_000, shareMax: 0.8 }
/** On a slower line a phone's photo of 3 MB takes more than 12 s. */
export const SLOW_BYTES_PER_SECOND = 250_000
/**
 * The most megapixels decoded of each kind. A process that does it takes 550 MB at most then: a baseline JPEG and its rendition are read line
 * by line, the others lie whole in memory, AVIF several times over. Measured: `docs/decisions/uploads-and-media.md`.
 */
export const MEGAPIXELS_MAX = {
  jpeg: 210,
  progressiveJpeg: 64,
  png: 64,
  webp: 64,
  gif: 64,
  heic: 64,
  avif: 25,
} as const
export const MAX_UPLOAD_BYTES = 30 * 1024 * 1024
/** Of one video, where the operator sets no other. */
export const MAX_VIDEO_SECONDS = 180
export const MAX_VIDEO_BYTES = 500 * 1024 * 1024
/** What is served of a video: pixels of its shorter and its longer side, and frames a second, at most. */
export const VIDEO_PX = { short: 1080, long: 1920 }
export const VIDEO_FPS_MAX = 60
/**
 * What a phone draws of a chosen video: pixels of its shorter and its longer side, and the JPEG quality from 0 to 1; and how many bytes
 * of it a server takes that can make no poster itself.
 */
export const POSTER = { short: 1080, long: 1920, quality: 0.65, bytesMax: 1024 * 1024 } as const
/** The videos of an Orma that is kept on a phone take at most so many there. */
export const KEPT_VIDEO_BYTES = 500_000_000
export const EVENT_IMAGE_MAX_BYTES = 5 * 1024 * 1024
/**
 * An Orma's day of deletion: the soonest that can be set, when its owner is warned, and how long the deletion waits for an owner
 * who opens the warning only after that day.
 */
export const DELETION_DAYS = { ahead: 30, warning: 14, lastWarning: 3, afterSeen: 14 }
/** The same where the operator keeps no Orma longer: its owner is told that much ahead. */
export const RETENTION = { warningDays: 30, lastWarningDays: 7 }
/** What an owner did is kept this long. */
export const AUDIT_DAYS = 400
export const AUDIT_PAGE_SIZE = 50
/** Guests may upload this long after the event's date (read as UTC). */
export const UPLOAD_WINDOW_HOURS = 1500

export const FIRST_PAGE = 1
export const LAST_PAGE = 1_000_000
export const PAGE_SIZE = 24
/** Whoever reads a whole feed may ask for so many posts at once: 10,000 in 21 calls. */
export const PAGE_SIZE_MAX = 480
export const NEXT_POSTS_MAX = 24
/** Of those who took part in an Orma, in one answer. */
export const PEOPLE_AT_ONCE = 100
export const LOAD_MORE_MARGIN_PX = 500
/** With more Ormas a search by name is offered. */
export const ORMAS_WITHOUT_SEARCH = 8
/** Likes and comments that a post carries; the counts include the rest. */
export const LIKES_SHOWN = 100
/** Likes in one answer: where its posts have more, each carries an equal share at most. Five times as many hold a server up for 125 ms. */
export const LIKES_AT_ONCE = 9_600
export const COMMENTS_SHOWN = 3
export const RECENTLY_VIEWED_MAX = 50

export const POLL_INTERVAL_MS = 10_000
export const POLL_ATTEMPTS = 5
/** The addresses of flagged photos expire, so a list with some is asked for again before that. */
export const FLAGGED_INTERVAL_MS = 4 * 60_000
/** How often an open page nudges the worker while something is queued. */
export const PING_INTERVAL_MS = 20_000
export const REQUEST_TIMEOUT_MS = 30_000
/** Long enough for an Orma with both images in one request on a slow line. */
export const UPLOAD_TIMEOUT_MS = 10 * 60_000
/** Photos above this go up in chunks that can be resumed, and are seen to: at 50 kB/s this much takes 2.6 s. */
export const RESUMABLE_FROM_BYTES = 128 * 1024
/**
 * A chunk is sized to the line, so that it takes about CHUNK_AIM_MS and a broken one loses little. Each photo begins with the least, so
 * that a slow line shows soon that something goes.
 */
export const CHUNK_BYTES = { first: 256 * 1024, min: 64 * 1024, max: 1024 * 1024 }
export const CHUNK_AIM_MS = 10_000

/** How often a quiet live stream sends a heartbeat, and after which silence a page takes it for cut. */
export const LIVE_HEARTBEAT_MS = 20_000
export const LIVE_SILENCE_MS = 45_000
/** A live stream begins with the events of this time before it: pages load their posts first, and listen then. */
export const LIVE_OVERLAP_MS = 30_000

export const HEART_ANIMATION_MS = 700
/** After this time the open dropdown menu is marked as done. */
export const MENU_DONE_MS = 700
/** The QR code of the share dialog, on the screen and as a PNG for printing. */
export const SHARE_QR_PX = 150
/** Of an invitation, whose longer link has finer dots. */
export const INVITATION_QR_PX = 200
export const QR_PNG_PX = 1200
/** From this width on, with a fine pointer, a device counts as a desktop. */
export const DESKTOP_MIN_PX = 1024

/** The slideshow: each view fades out within its cycle, and the next one fades in. */
export const SLIDESHOW = {
  photosPerView: 2,
  cycleMs: 4_000,
  /** A video plays so long, at most, and no longer than it is. */
  videoMaxMs: 10_000,
  fadeOutMs: 1_000,
  fadeInMs: 1_500,
  refreshMs: 120_000,
  qrPx: 200,
} as const

export const PLAYER = {
  /** Until another is chosen on this device. */
  volume: 1,
  rates: [0.5, 0.8, 1, 1.2, 1.5, 1.8, 2, 2.5, 3],
  /** Forwards and backwards. */
  rateMax: 4,
  /** Shorter waits for pictures are not shown. */
  bufferingMs: 300,
  /** When the controls hide: after the film has begun, and after the pointer has last moved. */
  controlsMs: 2_000,
  idleMs: 3_000,
  /** A click without a second one within this time is single. */
  doubleClickMs: 200,
  audioTags: 5,
} as const
/** Between two questions how far a film is rendered. */
export const RENDER_POLL_MS = 1_000
/** A longer render request is made again, and joins the same work. */
export const RENDER_TIMEOUT_MS = 2 * 60_000

// Limits against abuse. A 4-digit code is weak, so the rest is strict.
export const CODES_PER_PHONE_PER_DAY = 6
/** Waits before another code can be sent while the last is unused: after the first, second, … send. */
export const RESEND_WAITS_SECONDS = [30, 60, 120, 240]
export const WRONG_CODES_PER_ADDRESS_PER_DAY = 60
/** So many wrong codes of an address are forgiven by each successful sign-in. */
export const WRONG_CODES_REFUNDED = 3
export const STARTS_PER_ADDRESS_PER_HOUR = 600
export const SENDS_PER_NUMBER_BLOCK_PER_HOUR = 20
export const SMS_BREAKER = {
  sends: 50,
  olderThanMs: 5 * 60_000,
  verifiedShare: 0.2,
  /** Of one address so many count against everybody. Its own pause counts them all. */
  unusedPerAddress: 10,
  pauseMs: 15 * 60_000,
}
export const UNKNOWN_EVENTS_PER_ADDRESS = { misses: 60, windowMs: 10 * 60_000 }
/** Wrong words. An address counts for nothing: it may be that of a whole venue. */
export const WORDS_AT_DOOR = {
  perDevice: { max: 8, windowMs: 10 * 60_000 },
  perEvent: { max: 20, windowMs: 2 * 60 * 60_000 },
}
export const CLIENT_ERRORS_PER_ADDRESS = { max: 120, windowMs: 60 * 60_000 }
/** Guests by name that are made: a venue's guests share one address, and all come within an hour. */
export const GUESTS_PER_ADDRESS_PER_HOUR = 600
export const GUESTS_PER_EVENT_PER_HOUR = 1_000
/** So many of them a sign-in by phone takes along. */
export const GUEST_TOKENS_MAX = 50
/** Devices that are counted among an Orma's guests. */
export const MARKS_PER_ADDRESS_PER_HOUR = 1_000
export const COMMENTS_PER_MINUTE = 30
export const LIKES_PER_MINUTE = 120
/** Each one makes all feeds stale in which its user is to be seen. */
export const RENAMES_PER_MINUTE = 10
/** Archives that one person is given: each keeps the numbers of all its photos. A dialog left open asks for one every five minutes. */
export const ARCHIVES = { perMinute: 20, perDay: 500 }
/** Other limits count by Orma, and bound nothing where one account makes any number of them. */
export const EVENTS_PER_DAY = 10
export const UPLOADS_IN_PROCESSING_MAX = 200
/** Live streams at the same time. A venue's guests share one address; a stream takes about 20 kB. */
export const LIVE_STREAMS = { perAddress: 4_000, perProcess: 20_000 }
/**
 * Forms of Ormas that are read at the same time: each may hold two images of 5 MB in memory. One whose line broke takes its user's
 * seat until it is cut off.
 */
export const EVENT_FORMS = { perUser: 3, perProcess: 20 }

/** Films of one owner that are not made yet: they are made one after the other, for everybody. */
export const FILMS_IN_MAKING_MAX = 5
/** Pictures of a day's film, and the share of them that are shown longer. */
export const HIGHLIGHT_IMAGES_MAX = 30
export const SPECIAL_SHARE = 1 / 5
export const NORMAL_SECONDS = 2
export const SPECIAL_SECONDS = 3.5
/** Of a video; of a shorter one all of it. */
export const CLIP_SECONDS = 3
export const FILM_FPS = 30
