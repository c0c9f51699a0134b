export const settings = {
  title: 'Settings',
  onThisPhone: 'Kept on this phone',
  nothingKept: 'Ormas that you open are kept here, so that they open again without a connection.',
  kept: (ormas: number, photos: number) =>
    `${ormas === 1 ? '1 Orma' : `${ormas} Ormas`}, ${photos === 1 ? '1 photo' : `${photos} photos`}`,
  used: (used: string, allowed: string) => `${used} of ${allowed} used`,
  staysHere: 'Stays on this phone',
  freeSpace: 'Free up space',
  freed:
    'The photos that were kept here are gone from this phone. They load again when you look at them.',
  waiting: 'Uploads',
  nothingWaits: 'No photos wait on this phone.',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  install: 'Install',
  account: 'Account',
  forgetAll: 'Forget everything on this phone',
  forgetQuestion:
    'Forget everything on this phone? You are signed out, and photos that wait here are lost.',
  forget: 'Forget everything',
  forgetFailed: 'Not everything could be forgotten. Please try again.',
} as const
