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
