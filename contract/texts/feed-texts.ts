export const feed = {
  empty: 'There are no posts for this feed',
  failed: 'There was an error loading your feed',
  photoBy: (name: string) => `Photo by ${name}`,
  processing: 'This photo is being processed',
  processingFailed: 'This photo could not be processed',
  inReview: 'The organiser looks at this photo first',
  loadingMore: 'Loading more photos',
} as const
