import { INVITATION_DAYS, OPEN_INVITATIONS_MAX } from '../../../contract/limits.ts'
import type { CallDescriptions } from '../call-descriptions.ts'

const OWNER = 'The owner of the Orma'
const INVITED = 'Anyone signed in with a phone who has the link'

export const organiserCalls = {
  inviteOrganiser: {
    title: 'Invite an organiser',
    does: `Gives the token of a link that makes who follows it an organiser: good once, and for ${INVITATION_DAYS} days. Nobody is told it again. An organiser may do all that the owner may, but invite and remove organisers, hand the Orma over and delete it. At most ${OPEN_INVITATIONS_MAX} invitations are open at a time.`,
    who: OWNER,
    errors: ['owner_only', 'paused_by_host', 'too_many_invitations'],
  },
  listInvitations: {
    title: 'List open invitations',
    does: 'Gives the invitations that nobody has followed yet and whose time is not over, the newest first, without their tokens.',
    who: OWNER,
    errors: ['owner_only'],
  },
  revokeInvitation: {
    title: 'Take an invitation back',
    does: 'Makes a link good for nobody. One that was followed is gone already.',
    who: OWNER,
    errors: ['owner_only'],
  },
  readInvitation: {
    title: 'Look at an invitation',
    does: 'Says to which Orma a link invites, and who does, without using it up. A wrong one counts as an Orma that does not exist.',
    who: 'Anyone who has the link',
    errors: ['invitation_gone'],
  },
  acceptInvitation: {
    title: 'Become an organiser',
    does: 'Makes the caller an organiser of the Orma, and uses the link up. Who organises it already stays so, and the link is not used.',
    who: INVITED,
    errors: ['invitation_gone', 'paused_by_host'],
  },
  removeOrganiser: {
    title: 'Remove an organiser, or leave',
    does: 'Takes somebody out of the organisers of an Orma. What they added stays theirs. Of somebody who is none nothing changes.',
    who: 'The owner of the Orma, and whoever leaves',
    errors: ['owner_only'],
  },
  askForHandover: {
    title: 'Ask to take an Orma over',
    does: 'Asks an organiser to become the owner. Whoever was asked before is asked no more.',
    who: OWNER,
    errors: ['owner_only'],
  },
  acceptHandover: {
    title: 'Take an Orma over',
    does: 'Makes the organiser who was asked the owner, and the owner an organiser.',
    who: 'The organiser who was asked',
    errors: ['owner_only', 'handover_gone'],
  },
  endHandover: {
    title: 'Take back, or decline, a handover',
    does: 'Asks nobody any more to take the Orma over.',
    who: 'The owner of the Orma, and the organiser who was asked',
    errors: ['owner_only'],
  },
} satisfies CallDescriptions
