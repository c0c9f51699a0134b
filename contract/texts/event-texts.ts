export const event = {
  loadFailed: 'There was an error loading this page.Please try again!',
  liveFeed: 'Live Feed',
  highlights: 'Highlights',
  upload: 'Add photos',
  share: 'Share',
  slideshow: 'Slideshow',
  takePhoto: 'Take a photo',
  photoCount: (count: number) => (count === 1 ? '1 photo' : `${count} photos`),
  newSinceVisit: 'New since your last visit',
  newPosts: (count: number) => `${count} new`,
  readyTitle: 'Your Orma is ready',
  tabs: 'Views of this Orma',
} as const

export const feed = {
  empty: 'There are no posts for this feed',
  failed: 'There was an error loading your feed',
  photoBy: (name: string) => `Photo by ${name}`,
  processing: 'This photo is being processed',
  processingFailed: 'This photo could not be processed',
  inReview: 'Your photo is waiting for the organiser',
  collapse: 'Similar photos as one',
  moreAlike: (count: number) => `${count} more like this`,
  loadingMore: 'Loading more photos',
} as const

export const review = {
  title: 'Photos to review',
  waiting: (count: number) =>
    count === 1 ? '1 photo waits for your review' : `${count} photos wait for your review`,
  open: 'Review',
  more: (count: number) => `${count} more`,
  empty: 'Nothing waits for you',
  failed: 'Error fetching flagged posts',
  approve: 'Approve',
  reject: 'Reject',
  approvePhotoBy: (name: string) => `Approve photo by ${name}`,
  rejectPhotoBy: (name: string) => `Reject photo by ${name}`,
  approveQuestion: 'Are you sure you want to accept the post?',
  approveFailed: 'Error approving post',
  approveAll: (count: number) => `Approve all ${count}`,
  approveUnflagged: (count: number) => `Approve ${count} that were not flagged`,
  approveAllQuestion: (count: number) => `Are you sure you want to accept all ${count} posts?`,
  approveRefused: 'A photo could not be approved. It waits for you again.',
  show: 'Show',
  hide: 'Hide',
  showPhotoBy: (name: string) => `Show photo by ${name}`,
  hidePhotoBy: (name: string) => `Hide photo by ${name}`,
  cannotShow: 'This photo cannot be shown now',
  nudity: 'May show nudity',
  unchecked: 'Not checked',
  review: 'You review every photo',
  wasReview: 'Came while you reviewed every photo',
  kept: (count: number) =>
    count === 1
      ? '1 decision is safe on this device and goes out as soon as there is signal.'
      : `${count} decisions are safe on this device and go out as soon as there is signal.`,
  ownerOnly: 'Only the organiser of this Orma reviews its photos.',
  toOrma: 'Go to the Orma',
  own: 'This photo waits for your review',
} as const
