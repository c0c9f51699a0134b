export const timeline = {
  viewAll: 'View all',
  memories: 'All memories',
  continueOnWeb: 'Continue with web version',
} as const
