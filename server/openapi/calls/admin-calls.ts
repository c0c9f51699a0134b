import { ADMIN_PAGE_SIZE, CREATOR_INVITATION } from '../../../contract/admin.ts'
import { AUDIT_DAYS } from '../../../contract/limits.ts'
import type { CallDescriptions } from '../call-descriptions.ts'

const who = 'The numbers in `ADMIN_PHONES`'
const NOTHING_ELSE = 'To all others there is nothing at this address.'

export const adminCalls = {
  readOverview: {
    title: 'See how the server is',
    does: `Gives what there is, what waits, what was sent and what is wrong now. ${NOTHING_ELSE}`,
    who,
    errors: ['no_route'],
  },
  listAllEvents: {
    title: 'List all Ormas',
    does: `Gives the Ormas of the server by their numbers, ${ADMIN_PAGE_SIZE} at a time, the newest first. Nothing of it opens one.`,
    who,
    errors: ['no_route'],
  },
  pauseForHost: {
    title: 'Pause an Orma',
    does: 'Closes it to all but its organisers, who cannot open it again. What its owner says of a pause stays besides.',
    who,
    errors: ['no_route', 'event_not_found'],
  },
  reopenForHost: {
    title: 'Reopen an Orma',
    does: 'Ends that. Where its owner has paused it as well, it stays so until they open it.',
    who,
    errors: ['no_route', 'event_not_found'],
  },
  deleteForHost: {
    title: 'Delete any Orma',
    does: 'Deletes it with all that is in it, for good.',
    who,
    errors: ['no_route', 'event_not_found'],
  },
  listBans: {
    title: 'List banned numbers',
    does: 'Gives the numbers that sign in no more, the newest ban first.',
    who,
    errors: ['no_route'],
  },
  addBan: {
    title: 'Ban a number',
    does: 'Signs it out everywhere; it gets no code any more. What its account has added stays. Those who run the server cannot be banned.',
    who,
    errors: ['no_route', 'event_not_found'],
  },
  liftBan: {
    title: 'Lift a ban',
    does: 'Lets the number sign in again. Of a ban that is gone nothing changes.',
    who,
    errors: ['no_route'],
  },
  inviteCreators: {
    title: 'Invite people to create',
    does: `Gives the token of a link by which so many people may create Ormas, one for ${CREATOR_INVITATION.days} days where nothing else is said. Nobody is told it again.`,
    who,
    errors: ['no_route'],
  },
  listOperatorActs: {
    title: 'Read what operators did',
    does: `Gives what was done by these calls and by commands on the server, the newest first, for ${AUDIT_DAYS} days.`,
    who,
    errors: ['no_route'],
  },
} satisfies CallDescriptions
