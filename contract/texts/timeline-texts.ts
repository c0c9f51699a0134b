export const timeline = {
  viewAll: 'View all',
  memories: 'All memories',
} as const
