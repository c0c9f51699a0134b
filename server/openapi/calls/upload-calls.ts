import { POSTER, UPLOAD_WINDOW_HOURS } from '../../../contract/limits.ts'
import { UPLOAD_LIFETIME_MS } from '../../../contract/tus-protocol.ts'
import { ORPHAN_AGE_MS } from '../../uploads/sweep-blobs.ts'
import type { CallDescriptions } from '../call-descriptions.ts'

const WHO_UPLOADS = `Anyone signed in, for ${UPLOAD_WINDOW_HOURS} hours from the Orma’s date unless its owner ends it earlier; organisers always`
/** Of what a photo is, whichever way it comes. */
const OF_PHOTO = ['unsupported_image', 'damaged_image', 'too_many_pixels'] as const
/** Of what may be a video, too. */
const OF_UPLOAD = [
  ...OF_PHOTO,
  'unsupported_video',
  'damaged_video',
  'video_too_long',
  'video_needs_ffmpeg',
] as const
const UPLOADER = 'Who began the upload'

export const uploadCalls = {
  checkLimit: {
    title: 'Ask for room',
    does: 'Tells how many photos there are and may be, by the limit of the Orma or of the caller in it, whichever leaves less, and how many of the caller’s wait to be processed.',
  },
  listKnownPhotos: {
    title: 'Ask which photos are there already',
    does: 'Names the oldest post of each of these photos that the Orma has, by the SHA-256 of their bytes or of the photo they were made smaller from. It tells of shown posts and of the caller’s own, never of another’s that is not shown.',
  },
  uploadPhoto: {
    title: 'Upload a photo',
    does: 'Takes a photo in one request; videos come by resumable upload alone. It is shown once it is processed: until then the post is READYFORPROCESSING and without addresses. Of a large photo there may be the thumb alone at first. With a key, a repeated request finds the post that the first one made.',
    who: WHO_UPLOADS,
    answers: {
      200: 'The post that this key made before; or `limitReached` and no post: nothing was kept.',
      201: 'The new post.',
    },
    errors: [
      'window_closed',
      'key_running',
      'post_deleted',
      'upload_gone',
      'too_many_files',
      ...OF_PHOTO,
      'too_many_unprocessed',
    ],
  },
  describeUploads: {
    title: 'Ask what resumable upload can do',
    does: 'Tells versions, extensions and the largest upload (tus 1.0: core, creation, checksum, expiration, termination).',
    who: 'Anyone',
    answersWith: [
      'Tus-Resumable',
      'Tus-Version',
      'Tus-Extension',
      'Tus-Max-Size',
      'Tus-Checksum-Algorithm',
    ],
    isBare: true,
  },
  createUpload: {
    title: 'Begin a resumable upload',
    does: `Begins the upload of a photo, or of a video where the Orma allows videos, or finds the one that the same key began before: \`Location\` and \`Upload-Offset\` say where to go on. It waits for ${UPLOAD_LIFETIME_MS / 86_400_000} days for its next byte, unless its sender begins too much else, and one without a byte for a day.`,
    who: WHO_UPLOADS,
    answers: { 200: 'The upload that this key began; perhaps it is whole.', 201: 'A new upload.' },
    sends: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
    answersWith: ['Tus-Resumable', 'Location', 'Upload-Offset', 'Upload-Expires', 'Upload-Poster'],
    errors: [
      'invalid_field',
      'invalid_header',
      'window_closed',
      'limit_reached',
      'post_deleted',
      'upload_gone',
      'too_large',
      ...OF_UPLOAD,
      'key_reused',
      'too_many_unprocessed',
      'too_much_unfinished',
      'checksum_mismatch',
    ],
  },
  readUploadOffset: {
    title: 'Ask how far an upload is',
    does: 'Tells in `Upload-Offset` how many bytes the server has.',
    who: UPLOADER,
    sends: ['Tus-Resumable'],
    answersWith: [
      'Tus-Resumable',
      'Upload-Offset',
      'Upload-Length',
      'Upload-Metadata',
      'Upload-Expires',
      'Upload-Poster',
    ],
    errors: ['upload_gone', 'too_many_unprocessed', 'disk_full'],
  },
  appendToUpload: {
    title: 'Go on with an upload',
    does: 'Adds bytes that follow what the server has. What arrives of a chunk that breaks off is kept, unless it carries a checksum. With its last byte the upload becomes a post.',
    who: UPLOADER,
    sends: ['Tus-Resumable', 'Upload-Offset', 'Upload-Checksum'],
    answersWith: ['Tus-Resumable', 'Upload-Offset', 'Upload-Expires'],
    errors: [
      'invalid_header',
      'window_closed',
      'limit_reached',
      'wrong_offset',
      'upload_busy',
      'upload_cut',
      'post_deleted',
      'upload_gone',
      'too_large',
      ...OF_UPLOAD,
      'key_reused',
      'too_many_unprocessed',
      'checksum_mismatch',
    ],
  },
  sendPoster: {
    title: 'Send the poster of a video',
    does: `Gives a video that is being uploaded a JPEG of up to ${POSTER.bytesMax / 2 ** 20} MiB as its poster, where \`Upload-Poster\` asks for it; the first one counts. Without one its poster is a plain picture.`,
    who: UPLOADER,
    sends: ['Tus-Resumable'],
    answersWith: ['Tus-Resumable'],
    errors: [
      'window_closed',
      'upload_finished',
      'upload_cut',
      'upload_gone',
      'too_large',
      ...OF_PHOTO,
    ],
  },
  readUpload: {
    title: 'Read what an upload became',
    does: 'Gives the post that a whole upload has become.',
    who: UPLOADER,
    answersWith: ['Tus-Resumable'],
    errors: [
      'upload_unfinished',
      'post_deleted',
      'upload_gone',
      'too_large',
      ...OF_UPLOAD,
      'key_reused',
      'too_many_unprocessed',
      'checksum_mismatch',
      'disk_full',
    ],
  },
  cancelUpload: {
    title: 'Cancel an upload',
    does: `Forgets an upload and its bytes; a photo that is just coming in whole under its key is refused (\`upload_gone\`) for ${ORPHAN_AGE_MS / 60_000} minutes, unless its key begins a new upload. What is a post already stays.`,
    who: UPLOADER,
    sends: ['Tus-Resumable'],
    answersWith: ['Tus-Resumable'],
    errors: ['upload_finished', 'upload_gone'],
  },
} satisfies CallDescriptions
