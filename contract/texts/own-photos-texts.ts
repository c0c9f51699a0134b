export const ownPhotos = {
  empty: 'You have not added photos to this Orma yet.',
  more: 'Show more',
  failed: 'Your photos could not be loaded.',
} as const
