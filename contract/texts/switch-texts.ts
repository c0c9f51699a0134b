import { CHOICE_SIZES, PHOTOS_PER_CHOICE, PIN_LENGTH } from '../limits.ts'

/** What an organiser decides for guests, in the forms that create and change an Orma. */
export const switches = {
  waysIn: 'How do guests get in?',
  verified: 'Verified by phone',
  verifiedMeans: `With a code by SMS. They add ${PHOTOS_PER_CHOICE} photos at a time.`,
  easy: 'As easy as can be',
  easyMeans: `A name is enough. They add ${CHOICE_SIZES.at(-1)} photos at a time, and videos too.`,
  chooseYourself: 'Choose yourself',
  guestSignIn: 'Guests sign in with',
  guestSignInNames: { phone: 'Phone and code', name: 'A name alone' },
  guestSignInHint: {
    phone: 'Before they add, like or comment.',
    name: 'It is good in this Orma alone. You know them only by the names they give.',
  },
  photosPerChoice: 'Photos at a time',
  photosPerChoiceHint: 'So many a guest may choose at once. Any number can wait on their phone.',
  reveal: 'Guests see the photos of others',
  revealNames: { now: 'At once', at: 'On a day', later: 'When I say so' },
  revealHint:
    'Until then each sees what they added. You see everything, and so does your slideshow.',
  revealAt: 'From when on',
  missingRevealAt: 'Please choose a date and a time',
  revealNow: 'Show everything now',
  revealNowQuestion: 'Show all photos to all guests now?',
  revealed: 'All guests see all photos now.',
  guestsSee: 'What guests see',
  guestsSeeNames: { all: 'Everything', own: 'Only their own' },
  guestsSeeHint: {
    all: 'The photos, likes and comments of everyone.',
    own: 'You collect the photos, and nobody else sees them.',
  },
  mayShare: 'Guests may share this Orma',
  mayShareHint:
    'They are offered its link and QR code. Whoever has the link can pass it on in any case.',
  pin: 'A word at the door (optional)',
  newPin: 'The new word',
  pinHint: `${PIN_LENGTH.min} to ${PIN_LENGTH.max} characters. It is asked once on each device, before anything is shown.`,
  invalidPin: `Please enter ${PIN_LENGTH.min} to ${PIN_LENGTH.max} characters`,
  hasPin: 'A word is asked for at the door. Nobody can read it here, you neither.',
  changePin: 'Change the word',
  removePin: 'Remove the word',
  keepPin: 'Keep the word',
  pinIsRemoved: 'Nobody is asked for a word once you update.',
  keepDevices: 'Let known devices in without it',
  keepDevicesHint: 'Those that gave the word before are not asked again.',
  failed: 'This could not be changed. Please try again.',
} as const
