export const offline = {
  offline: 'You are offline',
  silent: 'Waiting for the network',
  failed: 'This could not be brought up to date',
  notHere: 'This page needs a connection the first time it is opened.',
  canBeOpened: 'What opens without a connection',
  lastUpdated: (age: string) => `Last updated ${age}.`,
  updateReady: 'A new version of Orma is ready.',
  update: 'Reload',
  later: 'Later',
  waiting: (count: number) => (count === 1 ? '1 photo is waiting' : `${count} photos are waiting`),
  notUploaded: (count: number) =>
    count === 1 ? '1 photo could not be uploaded' : `${count} photos could not be uploaded`,
  showWaiting: 'Show',
} as const
