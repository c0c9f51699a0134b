import {
  PHOTOS_PER_CHOICE,
  SMALLER_PHOTO,
  SMALLER_VIDEO,
  UPLOADS_IN_PROCESSING_MAX,
} from '../limits.ts'
import { sayOf } from './counts.ts'
import type { Count } from './counts.ts'

export const upload = {
  title: 'Add to this Orma',
  subtitle: 'Upload Your Moment',
  smaller: 'Send smaller photos',
  smallerMeans: `Smaller photos upload about 4 times faster. The Orma then gets ${SMALLER_PHOTO.edgePx} px instead of the original.`,
  /** Where videos are among what was chosen. */
  smallerAny: 'Send smaller photos and videos',
  smallerAnyMeans: `They upload several times faster. The Orma then gets ${SMALLER_PHOTO.edgePx} px photos and ${SMALLER_VIDEO.edgePx}p videos instead of the originals.`,
  makingSmaller: 'Being made smaller',
  hint: `Please upload only ${PHOTOS_PER_CHOICE} images at a time`,
  choose: 'Choose photos',
  chooseAny: 'Choose photos or videos',
  addFour: (safe: number, room: number) => `${safe} safe on this phone, add ${room} more`,
  addMore: 'Add more photos',
  safeHere: (count: number) => `${count} safe on this phone`,
  uploadNow: 'UPLOAD NOW',
  uploading: 'Uploading...',
  uploaded: 'Uploaded',
  dontLeave: "Please don't leave the page or reload",
  tooManyChosen: `Please select a maximum of ${PHOTOS_PER_CHOICE} images at a time.`,
  tooMany: `Maximum of ${PHOTOS_PER_CHOICE} images allowed.`,
  leftOut: (count: Count) =>
    sayOf(
      count,
      'was left out. Upload these first, then choose it again.',
      'were left out. Upload these first, then choose them again.',
    ),
  /** Where more than four may be chosen at a time. */
  hintMany: (most: number) => `Up to ${most} photos at a time`,
  firstTaken: (chosen: number, taken: number) =>
    taken === 0
      ? 'There is no room for more of them yet. Upload these first, then add the others.'
      : `You chose ${chosen}. The first ${taken} are here: add the others after.`,
  takenBefore: (count: number) =>
    count === 1 ? '1 of them was here already.' : `${count} of them were here already.`,
  savingMany: (left: number) =>
    `${left} more are being saved on this phone. Please keep this page open.`,
  lost: (count: number) =>
    count === 1
      ? '1 of the photos that you chose was not saved before the page closed. Choose it again.'
      : `${count} of the photos that you chose were not saved before the page closed. Choose them again.`,
  roomLeft: (count: number) =>
    count === 1 ? 'You can add 1 more photo here.' : `You can add ${count} more photos here.`,
  manyOnTheirWay: `${UPLOADS_IN_PROCESSING_MAX} of your photos are taken in at a time. The others wait safely on this phone until it is their turn.`,
  missingImage: 'Missing image',
  mustVerify: 'You must verify identity to upload',
  limitReached: 'Upload limit reached, please upgrade.',
  failed: 'Failed to upload file, try again.',
  notUploaded: 'This photo was not uploaded.',
  ormaGone: 'This Orma is gone',
  ormaGoneDetail: (count: number) =>
    count === 1
      ? 'Your photo is still here, in this app. Save it if you want to keep it.'
      : 'Your photos are still here, in this app. Save those that you want to keep.',
  notAnImage: 'This file is not a photo that Orma can show.',
  notAnImageOrVideo: 'This file is not a photo or video that Orma can show.',
  damaged: 'This photo is damaged. Please choose another one.',
  tooLarge: (megabytes: number) => `This photo is larger than ${megabytes} MB.`,
  saving: 'Saving...',
  draft: 'Ready to upload',
  savedOnPhone: 'Saved on this phone',
  notSentYet: 'Saved on this phone, not sent yet',
  waitingForSignal: 'Waiting for signal. Safe on this phone.',
  percent: (percent: number) => `${percent} %`,
  onServer: 'The server has it',
  processing: 'Processing',
  shown: 'Shown',
  /** In place of `shown`, where guests do not see each other's photos yet, or never will. */
  atReveal: 'Guests see it when the photos are revealed',
  forHosts: 'Your hosts have it',
  processingFailed: 'This photo could not be processed',
  gone: 'This photo was removed',
  removed: (count: Count) =>
    sayOf(count, 'was removed from this Orma', 'were removed from this Orma'),
  notSaved: 'This photo could not be saved on this phone.',
  known: 'Already in this Orma',
  chosenTwice: 'Chosen twice',
  doubles: (count: number, all: number, hasVideo = false) =>
    count === 1
      ? `${oneOf(all, hasVideo)} is there already. Take it out, or upload it all the same.`
      : `${someOf(count, hasVideo)} are there already. Take them out, or upload them all the same.`,
  doublesChosen: (count: number, all: number, hasVideo = false) =>
    count === 1
      ? `${oneOf(all, hasVideo)} was chosen before. Take it out, or upload it all the same.`
      : `${someOf(count, hasVideo)} were chosen before. Take them out, or upload them all the same.`,
  takeOut: (count: number) => `Take out these ${count}`,
  /** In place of a picture, its place among all. */
  nth: (at: number, all: number) => `Photo ${at} of ${all}`,
  remove: 'Remove',
  discard: 'Discard',
  discardQuestion: 'Discard this photo? It will not be uploaded.',
  discarding: 'Discarded, as soon as there is signal',
  saveToPhone: 'Save to my phone',
  retry: 'Try again',
  chooseAnother: 'Choose another photo',
  progress: (safe: number, all: number) => `${safe} of ${all} sent`,
  signInToSend: (count: number) => (count === 1 ? 'Sign in to send it.' : 'Sign in to send them.'),
  waitingLong: (count: Count) =>
    sayOf(
      count,
      'has been waiting here for more than a week. It goes up as soon as there is signal.',
      'have been waiting here for more than a week. They go up as soon as there is signal.',
    ),
  shareTitle: 'Add to which Orma?',
  shareEmpty: 'No photos were shared with Orma.',
  shareNoOrma: (count: number) =>
    `Open your Orma once by its link or QR code. Your ${count === 1 ? 'photo waits' : 'photos wait'} here for it.`,
  waitingForOrma: (count: Count) => sayOf(count, 'has no Orma yet', 'have no Orma yet'),
  myPhotos: 'My photos',
  seeInFeed: (count: number) => (count === 1 ? 'See it in the Orma' : 'See them in the Orma'),
  sameUserOnly: (count: number) =>
    count === 1
      ? 'It waits for the person who chose it to sign in.'
      : 'They wait for the person who chose them to sign in.',
  /** What is said of one video, in place of the words of the same name about a photo; and what is said of videos alone. */
  video: {
    notUploaded: 'This video was not uploaded.',
    damaged: 'This video is damaged. Please choose another one.',
    notAnImage: 'This is not a video that Orma can show.',
    notTaken: 'Videos cannot be added to this Orma.',
    tooLarge: (megabytes: number) => `This video is larger than ${megabytes} MB.`,
    tooLong: (seconds: number) => `This video is longer than ${spanText(seconds)}.`,
    nth: (at: number, all: number) => `Video ${at} of ${all}`,
    noRoom: 'There is no room for this video on this phone.',
    processingFailed: 'This video could not be processed',
    gone: 'This video was removed',
    notSaved: 'This video could not be saved on this phone.',
    inReview: 'Your video is waiting for the organiser',
    discardQuestion: 'Discard this video? It will not be uploaded.',
    chooseAnother: 'Choose another video',
  },
} as const

function oneOf(all: number, hasVideo: boolean): string {
  if (all === 1) return hasVideo ? 'This video' : 'This photo'
  return hasVideo ? 'One of these' : 'One of these photos'
}

function someOf(count: number, hasVideo: boolean): string {
  return hasVideo ? `${count} of these` : `${count} of these photos`
}

function spanText(seconds: number): string {
  const minutes = seconds / 60
  if (!Number.isInteger(minutes)) return `${seconds} seconds`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
