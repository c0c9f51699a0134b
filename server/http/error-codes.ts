import {
  MAX_VIDEO_SECONDS,
  OPEN_INVITATIONS_MAX,
  UPLOAD_WINDOW_HOURS,
} from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'

/** Every code that a refusal can carry: its status, when it comes, what a person reads of it, and for how many seconds to wait. */
export const ERRORS = {
  invalid_field: [400, 'A value is wrong; `field` names it.', texts.server.invalidBody],
  invalid_body: [400, 'The body cannot be read.', texts.server.invalidBody],
  invalid_request: [400, 'This is no HTTP request.', texts.server.invalidBody],
  invalid_header: [400, 'A header is wrong; `field` names it.', texts.server.invalidBody],
  invalid_key: [400, 'The `Idempotency-Key` is not a UUID.', texts.server.invalidKey],
  too_many_files: [400, 'More files than one request may carry.', texts.upload.tooMany],
  foreign_image: [
    400,
    'An address is none of a photo that this Orma shows.',
    texts.server.foreignImage,
  ],
  sms_country: [400, 'No codes are sent to this country.', texts.server.smsCountry],
  unauthorized: [
    401,
    'The token is absent, unknown, revoked or expired.',
    texts.server.unauthorized,
  ],
  code_refused: [
    401,
    'The code is wrong, used, expired, or was tried three times.',
    texts.login.codeRefused,
  ],
  paused: [403, 'The Orma is paused: it is open to its owner alone.', texts.server.paused],
  paused_by_host: [
    403,
    'Who runs the server has paused the Orma, and alone opens it again.',
    texts.server.heldByHost,
  ],
  banned: [403, 'Who runs the server lets this number sign in no more.', texts.server.banned],
  pin_wanted: [
    403,
    'The Orma asks for its word; the device has not given it, or not this one.',
    texts.server.pinWanted,
  ],
  pin_refused: [403, 'The word is wrong.', texts.door.refused],
  guest_elsewhere: [
    403,
    'The token is a guest’s, who came by a name to another Orma.',
    texts.server.guestElsewhere,
  ],
  phone_wanted: [403, 'A guest by name signs in with a phone for this.', texts.server.phoneWanted],
  owner_only: [
    403,
    'Only who organises the Orma may do this, or its owner alone.',
    texts.server.ownerOnly,
  ],
  author_only: [403, 'Only the author may do this.', texts.server.authorOnly],
  forbidden: [403, 'Neither the author nor the owner of the Orma asks.', texts.server.forbidden],
  create_refused: [
    403,
    'Ormas are created here by invitation, or by people whom the operator names.',
    texts.creator.refused(),
  ],
  window_closed: [
    403,
    `The Orma takes photos of its owner alone: ${UPLOAD_WINDOW_HOURS} hours have passed, or its owner ended it.`,
    texts.event.uploadsClosed,
  ],
  limit_reached: [
    403,
    'The Orma, or this user in it, has as many photos as are allowed.',
    texts.upload.limitReached,
  ],
  event_not_found: [404, 'There is no such Orma.', texts.server.eventNotFound],
  post_not_found: [
    404,
    'There is no such post in this Orma, or it is not shown to who asks.',
    texts.server.postNotFound,
  ],
  invitation_gone: [
    404,
    'The invitation is unknown, was followed or taken back, or its time is over.',
    texts.organise.gone,
  ],
  comment_not_found: [404, 'There is no such comment on this post.', texts.server.commentNotFound],
  upload_not_found: [404, 'There is no such upload of this user.', texts.server.uploadNotFound],
  highlight_not_found: [404, 'Nothing is shown of this day.', texts.server.noHighlight],
  no_route: [404, 'There is nothing at this address.', texts.server.noRoute],
  too_slow: [408, 'The request did not arrive in time.', texts.server.tooSlow],
  render_cancelled: [409, 'The owner has cancelled the video.', texts.server.renderCancelled],
  not_flagged: [409, 'The post is not processed yet, or cannot be shown.', texts.server.notFlagged],
  gone_meanwhile: [
    409,
    'What this belongs to was deleted at the same moment.',
    texts.server.goneMeanwhile,
  ],
  key_running: [409, 'The request with this key is still under way.', texts.server.keyRunning, 5],
  owns_ormas: [
    409,
    'The user owns Ormas, which have to be deleted or handed over first.',
    texts.server.ownsOrmas,
  ],
  phone_taken: [409, 'Another account has this phone number.', texts.phoneChange.taken],
  too_many_invitations: [
    409,
    `There are ${OPEN_INVITATIONS_MAX} invitations that nobody has followed yet.`,
    texts.organise.tooManyInvitations,
  ],
  handover_gone: [
    409,
    'The owner does not ask the caller to take the Orma over, or not any more.',
    texts.organise.handoverGone,
  ],
  wrong_offset: [
    409,
    'The upload stands at another place: ask for its offset.',
    texts.server.wrongOffset,
  ],
  upload_busy: [409, 'Another request is continuing this upload.', texts.server.uploadBusy],
  upload_cut: [
    409,
    'A chunk with a checksum broke off; nothing of it was kept.',
    texts.server.uploadCut,
  ],
  upload_unfinished: [409, 'Bytes are missing.', texts.server.uploadUnfinished],
  upload_finished: [409, 'The upload is a post already; delete that.', texts.server.uploadFinished],
  post_deleted: [
    410,
    'The post that this key made was deleted, and stays deleted.',
    texts.server.postDeleted,
  ],
  comment_deleted: [
    410,
    'The comment that this key made was deleted, and stays deleted.',
    texts.server.commentDeleted,
  ],
  upload_gone: [
    410,
    'The upload expired, was emptied or was cancelled: begin again under the same key.',
    texts.server.uploadGone,
  ],
  archive_gone: [
    410,
    'The ticket is unknown, or its time is over: ask for the archive again.',
    texts.server.archiveGone,
  ],
  archive_changed: [
    412,
    'The archive is not the one that `If-Match` names.',
    texts.server.archiveChanged,
  ],
  tus_version: [412, '`Tus-Resumable` is not 1.0.0.', texts.server.tusVersion],
  too_large: [413, 'The body or a file in it is too large.', texts.server.tooLarge],
  wrong_content_type: [
    415,
    'The body has another content type than this call takes.',
    texts.server.wrongContentType,
  ],
  unsupported_image: [
    415,
    'By its bytes this is no image that can be shown.',
    texts.server.unsupportedImage,
  ],
  unsupported_video: [
    415,
    'By its bytes this is no video that can be shown.',
    texts.server.unsupportedVideo,
  ],
  video_needs_ffmpeg: [
    415,
    'This server has no ffmpeg, and takes videos in H.264 with AAC alone.',
    texts.server.needsFfmpeg,
  ],
  no_such_range: [416, 'The archive ends before the range begins.', texts.server.noSuchRange],
  damaged_image: [422, 'The image is damaged.', texts.server.damagedImage],
  too_many_pixels: [
    422,
    'The image has more pixels than are decoded of its kind.',
    texts.server.tooManyPixels,
  ],
  damaged_video: [422, 'The video is damaged.', texts.server.damagedVideo],
  video_too_long: [
    422,
    'The video is longer than `maxVideoSeconds`.',
    texts.server.videoTooLong(MAX_VIDEO_SECONDS),
  ],
  key_reused: [422, 'The key was used for something else.', texts.server.keyReused],
  too_many_requests: [
    429,
    'A limit is reached; `Retry-After` says for how many seconds.',
    texts.server.tooManyRequests,
  ],
  too_many_unprocessed: [
    429,
    'Too many photos of this user wait to be processed.',
    texts.server.tooManyRequests,
    30,
  ],
  too_much_unfinished: [
    429,
    'What this user has begun to upload and not finished is too much; an hour after its last byte it makes room.',
    texts.server.tooManyRequests,
    30,
  ],
  headers_too_large: [431, 'The headers are too large.', texts.server.tooLarge],
  checksum_mismatch: [
    460,
    'The bytes are not what their checksum says; they were not kept.',
    texts.server.wrongChecksum,
  ],
  surprise: [500, 'Something went wrong on the server’s side.', texts.server.surprise],
  render_failed: [
    500,
    'The video could not be made, or this server has no ffmpeg.',
    texts.highlights.renderFailed,
  ],
  sms_unavailable: [503, 'No code can be sent right now.', texts.server.smsUnavailable],
  unavailable: [
    503,
    'The database does not answer; `Retry-After` says when to try again.',
    texts.server.unavailable,
    5,
  ],
  disk_full: [507, 'The server has no space left; nothing was kept.', texts.server.diskFull],
} as const satisfies Record<
  string,
  readonly [status: number, when: string, text: string, retryAfterSeconds?: number]
>

export type ErrorCode = keyof typeof ERRORS
