import { ARCHIVE_BEGIN_MS, ARCHIVE_RESUME_MS, COMMENT_MAX } from '../limits.ts'
import { FULL_PX } from '../renditions.ts'
import { countText, sayOf } from './counts.ts'
import type { Count } from './counts.ts'

export const post = {
  invalidUrl: "Invalid Url, we couldn't find that post.",
  notFound: "Invalid Post, we couldn't find that post",
  loadFailed: 'Failed to load post. Please try again.',
  like: 'Like',
  unlike: 'Unlike',
  likes: (count: number) => (count === 1 ? '1 like' : `${count} likes`),
  comments: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
  delete: 'Delete photo',
  save: 'Save or share photo',
  saveFailed: 'This photo could not be loaded. Please try again.',
  deleteWarning: 'Warning! This will delete the post. Are you sure?',
  deleteFailed: (reason: string) => `Error: ${reason}`,
  likeFailed: 'there was error processing the request',
  commentPlaceholder: 'Enter a comment',
  addComment: 'Send comment',
  commentRefused: (words: string) => `Your comment “${words}” could not be saved.`,
  commentLost: (words: string) => `This photo was removed. Your comment was not sent: “${words}”`,
  deleteCommentRefused: 'A comment could not be deleted. It is there again.',
  deleteRefused: 'A photo could not be deleted. It is there again.',
  editComment: 'Edit comment',
  deleteComment: 'Delete comment',
  deleteCommentQuestion: 'Delete this comment?',
  waiting: 'Waiting to be sent',
  saveComment: 'Save',
  viewAll: 'View All',
  commentsFailed: 'The comments could not be loaded. Please try again.',
  charactersOver: (count: number) => `${count} over ${COMMENT_MAX}. Please shorten it.`,
  charactersLeft: (count: number) =>
    count === 0
      ? `A comment has up to ${COMMENT_MAX} characters`
      : count === 1
        ? '1 character left'
        : `${count} characters left`,
} as const

export const ownPhotos = {
  empty: 'You have not added photos to this Orma yet.',
  more: 'Show more',
  failed: 'Your photos could not be loaded.',
} as const

export const slideshow = {
  title: 'Slideshow',
  start: 'Start Slideshow',
  selectImages: 'Select Images',
  desktopOnly: 'Please use Desktop or Laptop to view slideshow',
  desktopOnlyForSelection: 'Please use a Desktop/Laptop to view slideshow',
  settingUp: 'Please wait while we setup slideshow',
  scanToAdd: 'Scan QR code to add photos',
  exit: 'Exit slideshow',
  selected: (count: number, hasVideos = false) => `${countText(count, hasVideos)} selected`,
  showAll: 'Show all photos',
  selectHint: 'Please click on the images you like to add to slideshow',
  selectAll: 'Select All',
  backToOrma: 'Back to the Orma',
  mood: 'How photos are shown',
  moods: { pairs: 'Two at a time', one: 'One, slowly', wall: 'A wall of twelve' },
  justAdded: 'Just added',
  byItself: 'For a screen that is left alone: this address starts by itself.',
} as const

export const timeline = {
  viewAll: 'View all',
  memories: 'All memories',
} as const

export const highlights = {
  none: 'No Highlights found.',
  mobileOnly: 'Highlights are only available on mobile devices',
  scan: 'Scan the code to watch this day on your phone.',
  scanCode: 'QR code that opens these highlights on a phone',
  downloadFilm: 'Download the video',
  unauthorized: 'Unauthorized',
  loadFailed: 'Failed to fetch Orma data',
  unexpected: 'Unexpected error',
  loading: (done: number, all: Count) => `${done} of ${countText(all)}`,
  play: 'Play',
  pause: 'Pause',
  rate: 'Speed',
  rateOf: (rate: number) => `${rate}×`,
  volume: 'Volume',
  sound: 'Sound',
  buffering: 'Waiting for the photos',
  download: 'Download',
  preparing: 'Preparing download...',
  percent: (percent: number) => `${percent} %`,
  downloading: 'Your video downloads automatically. If it does not:',
  downloadByHand: 'Download it here',
  shareFile: 'Share the video',
  ready: 'Your video is ready. Share it to save it.',
  errorTitle: (status: number) => `Error ${status}`,
  renderUnauthorized: 'Unauthorized. Please Log in.',
  renderForbidden: 'Only the owner of the event can download the video!',
  renderFailed: 'Internal Server Error.',
  renderRefused: (code: number) => `Server responded with status ${code}`,
  renderUnexpected: 'Unexpected response from server.',
  renderNoAnswer: 'Network error. Please check your internet connection.',
  renderNotAsked: 'Error setting up request. Please try again later.',
} as const

export const download = {
  title: 'Keep this Orma on my phone',
  offer: (count: Count, size: string) =>
    `${countText(count)}, about ${size}. All of it opens without a connection then.`,
  /** Where there are videos. */
  offerAny: (count: Count, size: string, mostOfVideos: string) =>
    `${countText(count)}, about ${size}. All of it opens without a connection then; of the videos the newest, up to ${mostOfVideos}.`,
  sizing: 'Looking how large it is...',
  noConnection: 'Keeping an Orma needs a connection, and there is none now.',
  start: 'Keep',
  pause: 'Pause',
  goOn: 'Go on',
  progress: (done: number, all: Count) => `${done} of ${sayOf(all, 'is here', 'are here')}`,
  done: 'All of this Orma is on your phone.',
  doneButVideos: 'All of this Orma is on your phone, but for its older videos.',
  partial: 'Not all of this Orma is on your phone yet.',
  failed: 'The connection broke off. What is here stays.',
  letGo: 'Do not keep it any more',
} as const

export const archive = {
  title: 'Download all photos',
  ownTitle: 'Download my photos',
  offer: (count: number, size: string, hasVideos = false) =>
    `${countText(count, hasVideos)}, ${size}`,
  what: `The photos as they were sent, in one zip file; some kinds, such as HEIC, as JPEG of up to ${FULL_PX} px. Where they were taken, and by which camera, is not in it.`,
  sizing: 'Looking how large they are...',
  percent: (percent: number) => `${percent} %`,
  start: 'Download',
  appCannot: `This installed app cannot save it. Open the link in Safari within ${ARCHIVE_BEGIN_MS / 60_000} minutes; nobody has to sign in there.`,
  share: 'Share the link',
  begun: `The download has begun: your browser shows how it goes. If it is cut, it can go on for ${ARCHIVE_RESUME_MS / 3_600_000} hours.`,
  empty: 'There are no photos in this Orma yet.',
  noConnection: 'A download needs a connection, and there is none now.',
} as const
