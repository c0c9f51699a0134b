// Guests by name: an Orma lets them in without a phone.
export const guests = {
  title: 'What is your name?',
  detail: 'It stands at the photos you add. No account, no code.',
  name: 'Your name',
  namePlaceholder: 'Anna',
  continue: 'Continue',
  byPhone: 'Sign in with your phone instead',
  missingName: 'Please enter your name',
  failed: 'This did not work. Please try again.',
  wait: 'Many guests are coming in just now. Please try again in a few minutes.',
  prompt: 'Tell this Orma your name to do this',
  mustName: 'Your photos are safe on this phone. Tell this Orma your name to upload them.',
  ofOrma: (name: string | undefined) =>
    name === undefined ? 'Guest of an Orma' : `Guest of ${name}`,
  signIn: 'Sign in with your phone',
  signInDetail:
    'Sign in with your phone, and your photos, likes and comments come along to every device.',
  cameAlong: 'You are signed in. What you added by your name came along.',
  leaveQuestion: 'Sign out of this Orma?',
  leaveDetail:
    'You are here by your name alone. Once signed out, this phone cannot see which photos are yours, or delete them.',
  leave: 'Sign out',
  keptForName: (name: string) =>
    `It is kept for the name “${name}” alone: come back to this Orma by the same name.`,
  signedOut:
    'This Orma has signed you out here. Come back by the same name: what you have not sent waits on this phone.',
  organiserStays: 'Who organises this Orma cannot be removed.',
  remove: 'Remove this person',
  removeQuestion: (name: string) => `Remove ${name} from this Orma?`,
  removeDetail: 'Their photos, comments and likes go, for everyone and for good.',
  removeByName:
    'Their phone is signed out of this Orma. They can come back by a name and add again.',
  removeByPhone: 'They can still sign in with their phone and add again.',
  removeFailed: 'This person could not be removed. Please try again.',
  personRemoved: (name: string) => `${name} was removed.`,
} as const
