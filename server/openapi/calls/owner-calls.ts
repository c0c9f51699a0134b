import {
  ARCHIVE_BEGIN_MS,
  ARCHIVE_RESUME_MS,
  PAGE_SIZE,
  PEOPLE_AT_ONCE,
} from '../../../contract/limits.ts'
import { FULL_PX } from '../../../contract/renditions.ts'
import type { CallDescriptions } from '../call-descriptions.ts'

const ORGANISERS = 'The owner of the Orma, and who organises it together with them'
const ASK_AGAIN = `While it is being found out how large it is, \`percent\` says how far that is: ask again. Then the archive can be saved from \`address\`, without a token: the download has to begin within ${ARCHIVE_BEGIN_MS / 60_000} minutes, and may go on for ${ARCHIVE_RESUME_MS / 3_600_000} hours. It has the photos of the moment when it was asked for.`

export const archiveCalls = {
  askForArchive: {
    title: 'Ask for all photos',
    does: `Tells how many photos an archive of this Orma has, and of how many bytes it is. ${ASK_AGAIN}`,
    who: ORGANISERS,
    errors: ['owner_only'],
  },
  askForOwnArchive: {
    title: 'Ask for one’s own photos',
    does: `Tells how many photos an archive of the caller’s own has, and of how many bytes it is. ${ASK_AGAIN}`,
  },
  getArchive: {
    title: 'Download photos',
    does: `Gives the original photos that are shown, as a zip (stored; ZIP64 from 4 GiB on): without place, serial numbers and whatever else was written into them, their pixels as they came. HEIC, AVIF and photos that cannot be cut so are there as JPEG of at most ${FULL_PX} pixels a side. Videos are there as they came, without the same. A photo’s name and the time of its file are those when it was taken. A download that was cut goes on by \`Range\`, with \`If-Range\` or, by a ticket, without: where photos were deleted since, the whole is answered anew, since its bytes are others. Without a ticket the answer begins when the size is known.`,
    who: 'The owner of the Orma, who organises it together with them, and whoever has a ticket',
    sends: ['Range', 'If-Range', 'If-Match'],
    answersWith: ['ETag', 'Content-Disposition'],
    errors: ['unauthorized', 'owner_only', 'archive_gone', 'archive_changed', 'no_such_range'],
  },
} satisfies CallDescriptions

export const peopleCalls = {
  listPeople: {
    title: 'List who took part',
    does: `Gives who added photos or comments, with how many, by their ids: ${PEOPLE_AT_ONCE} at a time; \`after\` goes on from a user. Photos count in every state, as organisers see them all; what was deleted does not. Who deleted their account and left photos has the name ‘Deleted user’.`,
    who: ORGANISERS,
    errors: ['owner_only'],
  },
  getTotals: {
    title: 'Count guests and photos',
    does: 'Tells how many guests opened this Orma and took part in it, and how many photos, videos and likes it shows. Its organisers are no guests.',
    who: ORGANISERS,
    errors: ['owner_only'],
  },
  listPersonPosts: {
    title: 'List somebody’s posts',
    does: `Gives a user’s posts of this Orma in every state, newest first, ${PAGE_SIZE} at a time; \`after\` goes on from a post, also one that was deleted. Of somebody who added none it gives none.`,
    who: ORGANISERS,
    errors: ['owner_only'],
  },
  removePerson: {
    title: 'Remove somebody',
    does: 'Takes somebody out of this Orma with all that they added: posts with their files, comments, likes and unfinished uploads. A guest by name is barred: their token is good no more, and their streams end. Who came by phone may add again. Of somebody who added nothing, nothing goes.',
    who: ORGANISERS,
    errors: ['owner_only', 'forbidden'],
  },
  listAllComments: {
    title: 'Read the comments of all posts',
    does: `Gives the comments of this Orma, newest first, ${PAGE_SIZE} at a time, each with its post; \`after\` goes on from a comment, also one that was deleted. Of a post that is not shown there is no image.`,
    who: ORGANISERS,
    errors: ['owner_only'],
  },
} satisfies CallDescriptions
