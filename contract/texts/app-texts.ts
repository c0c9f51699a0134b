import { sayOf } from './counts.ts'
import type { Count } from './counts.ts'

export const product = { name: 'Orma', tagline: 'moments into memories' } as const

export const common = {
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  confirm: 'OK',
  delete: 'Delete',
  discardQuestion: 'Discard what you changed?',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  retry: 'Try again',
  loading: 'Loading...',
  menu: 'Menu',
  profile: 'Profile',
  login: 'Login',
  home: 'Home',
  anonymous: 'Guest',
  deletedUser: 'Deleted user',
  skipToContent: 'Skip to content',
} as const

// For calls without a text from the server.
export const call = {
  unexpectedAnswer: 'The server gave an unexpected answer.',
  noAnswer: 'The server could not be reached.',
  timedOut: 'The server did not answer in time.',
} as const

export const session = {
  invalid: 'Invalid Credentionals, please try again',
  failed: 'An error occurred.',
  invalidToken: 'Invalid token',
} as const

export const notFound = {
  text: "You've reached the edge of the universe. There's nothing beyond this point.",
  title: 'Page not found',
  home: 'Go home',
} as const

export const offline = {
  offline: 'You are offline',
  silent: 'Waiting for the network',
  failed: 'This could not be brought up to date',
  moreLater: 'Older photos come when there is signal.',
  notHere: 'This page needs a connection the first time it is opened.',
  canBeOpened: 'What opens without a connection',
  lastUpdated: (age: string) => `Last updated ${age}.`,
  updateReady: 'A new version of Orma is ready.',
  update: 'Reload',
  later: 'Later',
  waiting: (count: Count) => sayOf(count, 'is waiting', 'are waiting'),
  notUploaded: (count: Count) => sayOf(count, 'could not be uploaded', 'could not be uploaded'),
  chosen: (count: Count) =>
    sayOf(count, 'is waiting for you to upload', 'are waiting for you to upload'),
  stay: (count: Count) => sayOf(count, 'stays on this phone', 'stay on this phone'),
  showWaiting: 'Show',
} as const
