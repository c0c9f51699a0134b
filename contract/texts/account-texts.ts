import type { AccountReceipt } from '../account-receipt.ts'
import { CODE_EXPIRY_MS, CODE_LENGTH, NAME_MAX } from '../limits.ts'
import { sayOf } from './counts.ts'
import type { Count } from './counts.ts'

/** How much of what a user did the server does not have. */
interface OnlyHere {
  photos: number
  /** Absent: none. */
  videos?: number
  /** New or edited ones. */
  comments: number
  /** Likes, deletions and decisions. */
  others: number
}

export const login = {
  title: 'Verify Identity',
  explanation: `We create a passwordless account so that you can upload. An SMS with a one-time code will be sent to you; it can take 30 to 60 seconds to arrive and is valid for ${CODE_EXPIRY_MS / 60_000} minutes.`,
  terms: 'Terms & Conditions',
  privacy: 'Privacy Policy',
  country: 'Country',
  international: 'International',
  phone: 'Phone number',
  verify: 'Verify',
  codeTitle: `Enter ${CODE_LENGTH} digit code`,
  code: 'Code',
  codeSentTo: (phone: string) => `We sent it to +${phone}.`,
  noSms: (phone: string, contact: string | null) =>
    `This site sends no SMS. For the code of +${phone}, ask ${contact || 'the people who run it, or who invited you'}.`,
  changeNumber: 'Use another number',
  sendAgain: 'Send the code again',
  sendAgainIn: (seconds: number) =>
    `Send the code again in ${seconds <= 120 ? `${seconds} s` : longWait(seconds)}`,
  name: 'Name',
  namePlaceholder: 'First and last name',
  email: 'Email',
  emailPlaceholder: 'you@example.com',
  signIn: 'Continue',
  invalidPhone: 'Please enter a valid phone number',
  missingEmail: 'Please enter email',
  invalidEmail: 'Please enter a valid email',
  missingName: 'Please enter your first and last name',
  invalidCode: 'Please enter a valid code',
  corrupted: 'The request been corrupted, please try again.!',
  phoneCheckFailed: 'That was an error verifying your number',
  requestFailed: 'There was an error processing the request',
  noResponse: 'No response received',
  startFailed: 'Error fetching posts',
  notReached: 'Orma could not be reached. Please try again in a moment.',
  verifyFailed: 'Error fetching post',
  codeRefused: 'Code is invalid or expired. please try again!',
  // The last line binds the code to the site, so that phones offer it there alone: https://wicg.github.io/sms-one-time-codes/
  sms: (code: string, host?: string) =>
    `${code} is your Orma code${host ? `\n\n@${host} #${code}` : ''}`,
  wait: (seconds: number) =>
    seconds < 90
      ? `Please wait ${seconds === 1 ? '1 second' : `${seconds} seconds`} before you try again.`
      : `Please wait ${longWait(seconds)} before you try again.`,
} as const

export const loginPrompt = {
  text: 'You must be logged in to do this action',
  login: 'Login',
  close: 'Close',
} as const

export const menu = {
  home: 'HOME',
  profile: 'PROFILE',
  myOrmas: 'MY ORMAS',
  myPhotos: 'MY PHOTOS',
  share: 'SHARE',
  edit: 'EDIT',
  people: 'PEOPLE AND PHOTOS',
  download: 'KEEP ON MY PHONE',
  archive: 'DOWNLOAD ALL PHOTOS',
  ownArchive: 'DOWNLOAD MY PHOTOS',
  settings: 'SETTINGS',
  logout: 'LOGOUT',
  login: 'LOGIN',
} as const

export const profile = {
  title: 'Profile',
  signOut: 'SIGN OUT',
  runSite: 'RUN THIS SITE',
  onlyHere: ({ photos, videos = 0, comments, others }: OnlyHere) => {
    const counted = [countWords(photos, 'photo'), countWords(videos, 'video')]
    const done = [countWords(comments, 'comment'), others > 0 ? 'some of what you did' : '']
    const parts = [...counted, ...done].filter((text) => text !== '')
    const verb = parts.length === 1 && photos + videos + comments <= 1 ? 'is' : 'are'
    const said = [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
    return `${said.charAt(0).toUpperCase()}${said.slice(1)} ${verb} only on this phone`
  },
  onlyInPage: (count: Count) =>
    sayOf(
      count,
      'could not be saved on this phone. It is here only until you close this page.',
      'could not be saved on this phone. They are here only until you close this page.',
    ),
  onlyHereDetail: ({ isSent, isKept }: { isSent: boolean; isKept: boolean }) => {
    const unseen = 'What you keep waits here for you, unseen by anybody else'
    if (!isKept) return `${unseen}, and is sent when you sign in again.`
    if (!isSent)
      return `${unseen}. It is here again when you sign in; nothing of it is sent until you say so.`
    return `${unseen}. What was on its way is sent when you sign in again. Photos that you did not upload are here again then.`
  },
  keepUntilBack: 'Keep for when I am back',
  discardAndLeave: 'Discard and sign out',
  deleteAccount: 'Delete my account',
  loadingName: 'Loading...',
  phone: 'Phone',
  changeName: 'CHANGE NAME',
  invalidName: `A name has 1 to ${NAME_MAX} characters.`,
  newName: 'Name',
  newNamePlaceholder: 'Enter your new Full Name',
  updateName: 'UPDATE NAME',
  invalidToken: 'Invalid Token',
  updateFailed: 'Error fetching posts',
} as const

export const account = {
  deleteWarning:
    'Your account goes with your likes and comments, and this phone forgets everything. This cannot be taken back.',
  postsStay: 'Your photos and videos stay in their Ormas, under “Deleted user”.',
  deletePosts: 'Delete my photos and videos as well',
  photosLost: (count: Count) =>
    sayOf(
      count,
      'that was not sent yet is deleted from this phone.',
      'that were not sent yet are deleted from this phone.',
    ),
  receipt: ({ deleted, kept }: AccountReceipt) => {
    const { posts, comments, likes, sessions } = deleted
    const gone = [
      countWords(posts, 'post'),
      countWords(comments, 'comment'),
      countWords(likes, 'like'),
      countWords(sessions, 'sign-in'),
    ].filter((text) => text !== '')
    const stays = `${countWords(kept.posts, 'post')} ${kept.posts === 1 ? 'stays' : 'stay'}`
    const left = kept.posts > 0 ? ` ${stays} under “Deleted user”.` : ''
    return `Your account is deleted. With it went ${gone.join(', ')}.${left}`
  },
  deleted: 'Your account is deleted.',
  deleteFailed: 'Your account could not be deleted. Please try again.',
} as const

export const settings = {
  title: 'Settings',
  onThisPhone: 'Kept on this phone',
  nothingCached: 'Ormas that you open are kept here, so that they open again without a connection.',
  cached: (ormas: number, photos: number) =>
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

/** '' for none. */
function countWords(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`
}

/** A wait of more than a minute, in words. */
function longWait(seconds: number): string {
  return seconds < 5400
    ? `${Math.ceil(seconds / 60)} minutes`
    : `${Math.ceil(seconds / 3600)} hours`
}
