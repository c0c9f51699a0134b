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
