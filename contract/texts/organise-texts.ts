import { INVITATION_DAYS, OPEN_INVITATIONS_MAX } from '../limits.ts'

/** Organising an Orma together. */
export const organise = {
  title: 'Organise together',
  explained:
    'Organisers review photos, change this Orma and see who took part, as you do. Only you invite and remove them, hand it over or delete it.',
  explainedToThem:
    'Organisers review photos, change this Orma and see who took part. Its owner alone invites and removes them, hands it over or deletes it.',
  organisersOnly: 'Only the organisers of this Orma see who they are.',
  list: 'Organisers',
  owner: 'Owner',
  organiser: 'Organiser',
  isAsked: 'Organiser, asked to take it over',
  you: 'You',
  invite: 'Invite an organiser',
  inviteTitle: (name: string) => `Help organise ${name}`,
  inviteNote: `Send this link to one person. It is good once, and for ${INVITATION_DAYS} days. It is shown only here.`,
  inviteLink: 'Invitation link',
  shareLink: 'SHARE INVITATION',
  copyLink: 'COPY INVITATION',
  inviteQr: 'QR code of the invitation',
  inviteFailed: 'No invitation could be made. Please try again.',
  open: (count: number) => (count === 1 ? '1 open invitation' : `${count} open invitations`),
  openFailed: 'The open invitations could not be loaded.',
  openUntil: (day: string) => `Open until ${day}`,
  revoke: 'Take back',
  revokeLong: (day: string) => `Take back the invitation that is open until ${day}`,
  remove: 'Remove',
  removeLong: (name: string) => `Remove ${name} from the organisers`,
  removeQuestion: (name: string) =>
    `Remove ${name}? What they see and do as an organiser ends at once. Their photos stay.`,
  leave: 'Leave the organisers',
  leaveQuestion: 'Leave the organisers? You stay a guest, and your photos stay.',
  left: 'You do not organise this Orma any more.',
  handOver: 'Hand over',
  handOverLong: (name: string) => `Hand over this Orma to ${name}`,
  handOverQuestion: (name: string) =>
    `Ask ${name} to take this Orma over? If they accept, it is theirs, and you stay an organiser.`,
  ask: 'Ask',
  withdraw: 'Do not hand over',
  askedYou: (name: string) => `${name} asks you to take this Orma over. It is yours then.`,
  takeOver: 'Take it over',
  decline: 'Decline',
  tookOver: 'This Orma is yours now.',
  failed: 'This could not be saved. Please try again.',

  question: (name: string) => `Help organise ${name}?`,
  invitedBy: (name: string) =>
    `${name} invites you. You review photos, change the Orma and see who took part.`,
  accept: 'Help organise',
  notNow: 'Not now',
  joined: (name: string) => `You organise ${name} now.`,
  already: (name: string) => `You organise ${name} already.`,
  signIn: 'Sign in with your phone to help organise this Orma.',
  offline: 'You are offline. Open the link again when you are back online; it stays good.',
  unread: 'The invitation could not be opened.',

  gone: 'This invitation is not good any more. Ask who sent it for a new one.',
  goneSignedOut: 'If it was you who used it, sign in.',
  tooManyInvitations: `There are ${OPEN_INVITATIONS_MAX} open invitations. Take one back first.`,
  handoverGone: 'You are not asked to take this Orma over any more.',
  notAnOrganiser: 'This person does not organise the Orma.',
} as const
