export const highlights = {
  none: 'No Highlights found.',
  mobileOnly: 'Highlights are only available on mobile devices',
  unauthorized: 'Unauthorized',
  loadFailed: 'Failed to fetch Orma data',
  unexpected: 'Unexpected error',
  play: 'Play',
  pause: 'Pause',
} as const
