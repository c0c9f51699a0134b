import { countText, sayOf } from './counts.ts'
import type { Count } from './counts.ts'

export const event = {
  loadFailed: 'There was an error loading this page.Please try again!',
  gone: 'This Orma is not here. It was deleted, or a part of its link is missing.',
  paused: 'This Orma is paused: nobody but you can open it.',
  heldByHost:
    'The people who run this site have paused this Orma, and only they can open it again.',
  pausedByOwner: 'This Orma is paused by its owner.',
  reopen: 'Open it again',
  cutOff: 'If this was the link of an Orma, a part of it is missing.',
  liveFeed: 'Live Feed',
  highlights: 'Highlights',
  upload: 'Add photos',
  /** Where they may be videos: as short. */
  uploadAny: 'Add yours',
  uploadsClosed: 'Photos can no longer be added to this Orma.',
  uploadsClosedForGuests: 'Guests can no longer add photos. You still can.',
  share: 'Share',
  slideshow: 'Slideshow',
  takePhoto: 'Take a photo',
  guestCount: (count: number) => (count === 1 ? '1 guest' : `${count} guests`),
  photoCount: (count: Count, hasVideos?: boolean) => countText(count, hasVideos),
  newSinceVisit: 'New since your last visit',
  newPosts: (count: number) => `${count} new`,
  readyTitle: 'Your Orma is ready',
  tabs: 'Views of this Orma',
} as const

export const feed = {
  empty: 'There are no posts for this feed',
  failed: 'There was an error loading your feed',
  photoBy: (name: string) => `Photo by ${name}`,
  videoBy: (name: string) => `Video by ${name}`,
  processing: 'This photo is being processed',
  processingFailed: 'This photo could not be processed',
  inReview: 'Your photo is waiting for the organiser',
  collapse: 'Similar photos as one',
  names: 'Names on photos',
  moreAlike: (count: number) => `${count} more like this`,
  loadingMore: 'Loading more photos',
} as const

export const review = {
  title: 'Photos to review',
  waiting: (count: Count) => sayOf(count, 'waits for your review', 'wait for your review'),
  notShown: (count: Count) => sayOf(count, 'could not be shown', 'could not be shown'),
  unfinished: (count: Count) =>
    sayOf(count, 'is still being processed', 'are still being processed'),
  andNotShown: (before: string, count: number) => `${before}, ${count} could not be shown`,
  open: 'Review',
  more: (count: number) => `${count} more`,
  empty: 'Nothing waits for you',
  failed: 'Error fetching flagged posts',
  approve: 'Approve',
  reject: 'Reject',
  approvePhotoBy: (name: string, kind = 'photo') => `Approve ${kind} by ${name}`,
  rejectPhotoBy: (name: string, kind = 'photo') => `Reject ${kind} by ${name}`,
  deletePhotoBy: (name: string, kind = 'photo') => `Delete ${kind} by ${name}`,
  approveQuestion: 'Are you sure you want to accept the post?',
  approveFailed: 'Error approving post',
  approveAll: (count: number) => `Approve all ${count}`,
  approveUnflagged: (count: number) => `Approve ${count} that were not flagged`,
  approveAllQuestion: (count: number) => `Are you sure you want to accept all ${count} posts?`,
  show: 'Show',
  hide: 'Hide',
  showPhotoBy: (name: string) => `Show photo by ${name}`,
  hidePhotoBy: (name: string) => `Hide photo by ${name}`,
  showVideoBy: (name: string) => `Show video by ${name}`,
  hideVideoBy: (name: string) => `Hide video by ${name}`,
  cannotShow: 'This photo cannot be shown now',
  nudity: 'May show nudity',
  unchecked: 'Not checked',
  review: 'You review every photo',
  wasReview: 'Came while you reviewed every photo',
  queued: (count: number) =>
    count === 1
      ? '1 decision is safe on this device and goes out as soon as there is signal.'
      : `${count} decisions are safe on this device and go out as soon as there is signal.`,
  ownerOnly: 'Only the organiser of this Orma reviews its photos.',
  toOrma: 'Go to the Orma',
  own: 'This photo waits for your review',
} as const
