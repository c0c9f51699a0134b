/** Where one of the photos' own texts would be wrong of a video, and what only a video needs. */
export const video = {
  play: 'Play video',
  cannotPlay: 'This video cannot be played just now.',
  processing: 'This video is being processed',
  processingFailed: 'This video could not be processed',
  inReview: 'Your video is waiting for the organiser',
  waits: 'This video waits for your review',
  delete: 'Delete video',
  save: 'Save or share video',
  saveFailed: 'This video could not be loaded. Please try again.',
  /** Of an Orma that is kept on the phone. */
  here: (here: number, all: number, size: string) =>
    `${here} of ${all === 1 ? '1 video is' : `${all} videos are`} here, ${size}.`,
} as const
