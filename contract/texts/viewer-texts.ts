export const viewer = {
  title: 'Photos, one by one',
  open: 'Open full screen',
  previous: 'Previous photo',
  next: 'Next photo',
  newer: 'Newer photos',
  showWords: 'Likes and comments',
  hideWords: 'Only the photo',
  /** `count`: undefined where nobody knows yet how many there are. */
  place: (at: number, count: number | undefined) =>
    count === undefined ? `${at}` : `${at} of ${count}`,
  placeBy: (kind: string | undefined, place: string, name: string) =>
    `${kind === 'video' ? 'Video' : 'Photo'} ${place} by ${name}`,
  cannotShow: 'This photo cannot be shown now.',
  deleted: 'The photo is deleted.',
  deletedVideo: 'The video is deleted.',
} as const
