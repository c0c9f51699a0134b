export const offline = {
  offline: 'You are offline',
  updateReady: 'A new version of Orma is ready.',
  update: 'Reload',
  later: 'Later',
} as const
