import {
  CODES_PER_PHONE_PER_DAY,
  CODE_TRIES,
  GUESTS_PER_ADDRESS_PER_HOUR,
  GUESTS_PER_EVENT_PER_HOUR,
  RESEND_WAITS_SECONDS,
  CODE_EXPIRY_MS,
  CODE_LENGTH,
  NAME_MAX,
  RENAMES_PER_MINUTE,
  RECENTLY_VIEWED_MAX,
} from '../../../contract/limits.ts'
import type { CallDescriptions } from '../call-descriptions.ts'

export const accountCalls = {
  startRegistration: {
    title: 'Send a code',
    does: `Sends a code of ${CODE_LENGTH} digits to a phone by text message. \`name\` and \`email\` say whether they are known of it already; what is not known the next call has to bring. A phone gets ${CODES_PER_PHONE_PER_DAY} codes in 24 hours, each again after ${RESEND_WAITS_SECONDS.join(', ')} seconds at the earliest. \`noSms\` is there on a server that sends nothing: who runs it has the code.`,
    errors: ['banned', 'sms_country', 'sms_unavailable', 'too_many_requests'],
  },
  verifyRegistration: {
    title: 'Sign in',
    does: `Takes the code and gives a token, making the account at the first time. A code is good for ${CODE_EXPIRY_MS / 60_000} minutes, once; ${CODE_TRIES} wrong ones end its \`request_id\`. For ${CODE_EXPIRY_MS / 60_000} minutes after it was used, the same code under the same \`Idempotency-Key\` gives the same token again, unless that was signed out. What guests by name have added, whose tokens come along, becomes this user’s in the same moment, with the uploads under way and every \`Idempotency-Key\`; their tokens are good no more.`,
    answersWith: ['Set-Cookie'],
    errors: ['banned', 'code_refused', 'too_many_requests'],
  },
  createGuest: {
    title: 'Come in by a name',
    does: `Where the Orma lets guests in so (\`guestSignIn\`), makes one of this name, with a token that is good in this Orma alone. Where others there have the name, a number stands behind it. Under the same \`Idempotency-Key\` and name it gives the same guest and token again, unless that was signed out or removed. An address may make ${GUESTS_PER_ADDRESS_PER_HOUR} an hour, and an Orma gets ${GUESTS_PER_EVENT_PER_HOUR}.`,
    answersWith: ['Set-Cookie'],
    errors: ['phone_wanted', 'unauthorized'],
  },
  verifySession: { title: 'Check a token', does: 'Tells whose token this is.' },
  getProfile: { title: 'Read the profile', does: 'Gives the caller’s name, phone and email.' },
  updateUser: {
    title: 'Change the name',
    does: `Sets the caller’s name, 1 to ${NAME_MAX} characters. At most ${RENAMES_PER_MINUTE} other names a minute.`,
    errors: ['too_many_requests'],
  },
  readCreator: {
    title: 'Ask who may create',
    does: 'Tells whether the caller may create Ormas on this server, and whom to ask for it. To a caller who is not signed in it tells whether everybody with a phone may, and whom to ask only where not.',
    who: 'Anyone',
    errors: ['unauthorized'],
  },
  becomeCreator: {
    title: 'Follow an invitation to create',
    does: 'Lets the caller create Ormas from now on, by a link that the operator has made. Who may already does not use it up.',
    errors: ['invitation_gone'],
  },
  startPhoneChange: {
    title: 'Begin to change the number',
    does: 'Sends a code to the caller’s phone number and one to the number that is to take its place, whether or not somebody has that already. Where the settings of the server name the caller by their number, they have to name the new one first.',
    errors: ['banned', 'sms_country', 'sms_unavailable', 'too_many_requests'],
  },
  verifyPhoneChange: {
    title: 'Change the number',
    does: 'Takes both codes and gives the caller the new number. Ormas, posts and sign-ins on all devices stay.',
    errors: ['banned', 'phone_taken', 'too_many_requests'],
  },
  listOwnEvents: {
    title: 'List own Ormas',
    does: 'Gives the Ormas that the caller owns, the newest first.',
  },
  listRecentlyViewed: {
    title: 'List visited Ormas',
    does: `Gives the Ormas that the caller visited, the latest first, each once, at most ${RECENTLY_VIEWED_MAX}.`,
  },
  markViewed: {
    title: 'Note a visit',
    does: 'Puts an Orma in front of the caller’s visited ones.',
    errors: ['event_not_found', 'paused', 'too_many_requests'],
  },
  logout: { title: 'Sign out', does: 'Revokes this token, and no other of the same user.' },
  deleteAccount: {
    title: 'Delete the account',
    does: 'Removes the account with its sessions, likes and comments, and says what went and what stays. Its posts stay under ‘Deleted user’ unless they are to go as well.',
    errors: ['owns_ormas'],
  },
} satisfies CallDescriptions
