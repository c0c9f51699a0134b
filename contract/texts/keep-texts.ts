export const keep = {
  title: 'Keep this Orma on my phone',
  offer: (photos: number, size: string) =>
    `${photos === 1 ? '1 photo' : `${photos} photos`}, about ${size}. All of it opens without a connection then.`,
  sizing: 'Looking how large it is...',
  noConnection: 'Keeping an Orma needs a connection, and there is none now.',
  start: 'Keep',
  pause: 'Pause',
  goOn: 'Go on',
  progress: (done: number, all: number) => `${done} of ${all} photos are here`,
  done: 'All of this Orma is on your phone.',
  partial: 'Not all of this Orma is on your phone yet.',
  failed: 'The connection broke off. What is here stays.',
  letGo: 'Do not keep it any more',
} as const
