import { PAGE_SIZE, PEOPLE_AT_ONCE } from '../../../contract/limits.ts'
import type { Descriptions } from '../describe-call.ts'

const OWNER = 'The owner of the Orma'

export const peopleCalls: Descriptions<'listPeople' | 'listPersonPosts' | 'listAllComments'> = {
  listPeople: {
    title: 'List who took part',
    does: `Gives who added photos or comments, with how many, by their ids: ${PEOPLE_AT_ONCE} at a time; \`after\` goes on from a user. Photos count in every state, as the owner sees them all; what was deleted does not. Who deleted their account and left photos has the name ‘Deleted user’.`,
    who: OWNER,
    errors: ['owner_only'],
  },
  listPersonPosts: {
    title: 'List somebody’s posts',
    does: `Gives a user’s posts of this Orma in every state, newest first, ${PAGE_SIZE} at a time; \`after\` goes on from a post, also one that was deleted. Of somebody who added none it gives none.`,
    who: OWNER,
    errors: ['owner_only'],
  },
  listAllComments: {
    title: 'Read the comments of all posts',
    does: `Gives the comments of this Orma, newest first, ${PAGE_SIZE} at a time, each with its post; \`after\` goes on from a comment, also one that was deleted. Of a post that is not shown there is no image.`,
    who: OWNER,
    errors: ['owner_only'],
  },
}
