import { COMMENT_MAX, DELETION_DAYS, MEGAPIXELS_MAX, PAGE_SIZE_MAX } from '../limits.ts'
import { event } from './event-texts.ts'

// The server's texts where the specification has none.
export const server = {
  noRoute: 'There is nothing at this address.',
  eventNotFound: 'This Orma does not exist.',
  postNotFound: 'This post does not exist.',
  noHighlight: 'There is nothing of this day.',
  foreignImage: 'A film shows photos of its own Orma alone.',
  archiveGone: 'This download has expired. Please begin it again.',
  archiveChanged: 'The photos have changed since this download began. Please begin it again.',
  noSuchRange: 'The file ends before this part of it.',
  renderCancelled: 'The video was cancelled.',
  commentNotFound: 'This comment does not exist.',
  likeRefused: 'Error liking posts',
  notFlagged: 'This post does not wait for approval.',
  goneMeanwhile: 'What this belongs to has just been deleted.',
  unauthorized: 'Invalid token',
  forbidden: 'You may not do this.',
  ownerOnly: 'Only the owner of this Orma may do this.',
  pinWanted: 'This Orma asks for its word first.',
  guestElsewhere: 'You are a guest of another Orma here.',
  phoneWanted: 'Sign in with your phone for this.',
  authorOnly: 'Only the author may do this.',
  paused: event.pausedByOwner,
  pausedByHost: 'This Orma is paused by the people who run this site.',
  heldByHost: event.heldByHost,
  banned: 'This number cannot be used here.',
  adminsStay: 'This number runs this site. It cannot be banned.',
  invalidField: (field: string) => `Please check ${field}.`,
  invalidPageSize: `A page has 1 to ${PAGE_SIZE_MAX} posts.`,
  invalidBody: 'The request could not be read.',
  wrongContentType: 'The request has the wrong content type.',
  tooLarge: 'The request is too large.',
  tooSlow: 'The request took too long.',
  tooManyRequests: 'Too many requests. Please wait a moment.',
  invalidComment: `A comment has 1 to ${COMMENT_MAX} characters.`,
  invalidDate: 'Please enter a valid date',
  invalidKey: 'The Idempotency-Key is not a UUID.',
  keyRunning: 'This request is still running.',
  keyReused: 'This key was used for something else.',
  postDeleted: 'This post was deleted.',
  commentDeleted: 'This comment was deleted.',
  unsupportedImage: 'This file is not an image that Orma can show.',
  damagedImage: 'This image is damaged.',
  tooManyPixels: `This photo is too large to be shown. A JPEG may have ${MEGAPIXELS_MAX.jpeg} megapixels (${MEGAPIXELS_MAX.progressiveJpeg} if it is progressive), an AVIF ${MEGAPIXELS_MAX.avif}, any other photo ${MEGAPIXELS_MAX.heic}.`,
  unsupportedVideo:
    'This video cannot be shown everywhere. An MP4 or MOV with H.264, as phones film it, can.',
  needsFfmpeg:
    'This server cannot show this kind of video. Choose “Most compatible” in your camera’s settings for the next ones, or ask the organiser to have ffmpeg installed.',
  damagedVideo: 'This video is damaged.',
  videoTooLong: (seconds: number) =>
    seconds % 60 === 0
      ? `This video is too long. It may have up to ${seconds / 60} min.`
      : `This video is too long. It may have up to ${seconds} s.`,
  videoTooLarge: (bytes: number) =>
    `This video is too large. It may have up to ${Math.floor(bytes / 2 ** 20)} MB.`,
  uploadNotFound: 'This upload does not exist.',
  uploadGone: 'This upload is gone. Please start again.',
  uploadBusy: 'This upload is being continued by another request.',
  uploadCut: 'This part of the upload broke off.',
  uploadUnfinished: 'This upload is not finished.',
  uploadFinished: 'This upload is finished.',
  wrongOffset: 'The upload stands at another place.',
  wrongChecksum: 'These bytes are not what their checksum says.',
  tusVersion: 'This version of the upload protocol is not supported.',
  diskFull: 'The server has no room left just now. Please try again later.',
  diskFullForPhoto: 'The server has no space left. Your photo is safe on your phone.',
  deletionTooSoon: `The day of deletion has to be at least ${DELETION_DAYS.ahead} days away.`,
  ownsOrmas: 'You own Ormas. Delete them, or hand them over, before you delete your account.',
  smsCountry: 'This country is not supported.',
  smsUnavailable: 'No code can be sent right now. Please try again later.',
  unavailable: 'Orma does not answer right now. Please try again in a moment.',
  surprise: 'Something went wrong on our side.',
} as const

// For a page's preview elsewhere: in a chat, in a search engine's results.
export const preview = {
  description: 'Private photo sharing for events: moments into memories.',
  orma: (day: string, photos: string) =>
    `${day} · ${photos}. Open it to see them all and to add yours.`,
  /** While guests see their own photos alone. */
  hiddenOrma: (day: string) => `${day}. Open it to add your photos.`,
  closedOrma: (day: string, photos: string) => `${day} · ${photos}. Open it to see them all.`,
} as const
