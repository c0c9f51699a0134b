import {
  AUDIT_DAYS,
  AUDIT_PAGE_SIZE,
  DELETION_DAYS,
  EVENTS_PER_DAY,
  EVENT_IMAGE_MAX_BYTES,
  HIGHLIGHT_IMAGES_MAX,
  LIVE_OVERLAP_MS,
  MARKS_PER_ADDRESS_PER_HOUR,
  PAGE_SIZE,
  SIGNED_ADDRESS_MS,
  WORDS_AT_DOOR,
} from '../../../contract/limits.ts'
import type { CallDescriptions } from '../call-descriptions.ts'

const OWNER = 'The owner of the Orma'
const ORGANISERS = 'The owner of the Orma, and who organises it together with them'

export const ormaCalls = {
  createEvent: {
    title: 'Create an Orma',
    does: `Makes an Orma that the caller owns. Whoever has its \`event_hash\` can open it; nobody can guess it. It takes photos alone unless \`allowVideos\` is set. Each picture has at most ${EVENT_IMAGE_MAX_BYTES / 1024 ** 2} MB. With a key, a repeated request finds the Orma that the first one made; once that is deleted it is refused, and makes none. An account makes ${EVENTS_PER_DAY} a day. Where the operator lets in some alone, all others are refused.`,
    answers: { 200: 'The Orma that this key made before, as it is now.', 201: 'The new Orma.' },
    errors: [
      'create_refused',
      'event_not_found',
      'unsupported_image',
      'damaged_image',
      'too_many_pixels',
      'too_many_requests',
    ],
  },
  getEvent: {
    title: 'Open an Orma',
    does: 'Gives an Orma; to who organises it with what only they may know of it.',
  },
  openDoor: {
    title: 'Give the word at the door',
    does: `Lets a device in to an Orma that asks for a word, by a cookie or the key that the answer has. Wrong words are counted: a device may try ${WORDS_AT_DOOR.perDevice.max} in ${WORDS_AT_DOOR.perDevice.windowMs / 60_000} minutes, and at one door all may try ${WORDS_AT_DOOR.perEvent.max} in ${WORDS_AT_DOOR.perEvent.windowMs / 3_600_000} hours; the words of organisers are not, nor is the one before. Devices that are in notice nothing of that.`,
    errors: ['pin_refused'],
  },
  countVisitor: {
    title: 'Count a device',
    does: `Counts a device on which nobody is signed in among an Orma’s guests, once, by a number that it made at random for this Orma. The number’s hash alone is stored, with nothing of who or where. An address may count ${MARKS_PER_ADDRESS_PER_HOUR} an hour.`,
  },
  updateEvent: {
    title: 'Change an Orma',
    does: `Sets what the form carries and leaves the rest as it is. An empty text removes what may be absent. Where \`allowVideos\` is taken back, the videos that are there stay. \`deleteAt\` has the Orma deleted at that time, at least ${DELETION_DAYS.ahead} days from now; its owner alone sets or clears it.`,
    who: ORGANISERS,
    errors: [
      'owner_only',
      'paused_by_host',
      'unsupported_image',
      'damaged_image',
      'too_many_pixels',
    ],
  },
  deleteEvent: {
    title: 'Delete an Orma',
    does: 'Removes an Orma with all that is in it, rows and files. Its address is never given again.',
    who: OWNER,
    errors: ['owner_only'],
  },
  noteDeletionSeen: {
    title: 'Note the warning',
    does: `Notes that the owner has read that the Orma will be deleted, from ${DELETION_DAYS.warning} days before. An Orma whose owner reads it only after the day waits ${DELETION_DAYS.afterSeen} days more; one whose owner never does stays. Where the server keeps no Orma longer (\`keptUntil\`), it is deleted then in any case.`,
    who: OWNER,
    errors: ['owner_only'],
  },
  listAudit: {
    title: 'List what was done',
    does: `Gives what organisers did in the Orma in the last ${AUDIT_DAYS} days, the newest first, ${AUDIT_PAGE_SIZE} at a time.`,
    who: ORGANISERS,
    errors: ['owner_only'],
  },
  listenLive: {
    title: 'Listen to an Orma',
    does: `Tells of new posts, likes and comments as they happen, as server-sent events for as long as the caller listens. Each says how things are now, so that hearing one twice does no harm. A stream begins with the last ${LIVE_OVERLAP_MS / 1000} seconds; \`RESET\` means that what is shown should be asked for again.`,
    sends: ['Last-Event-ID'],
  },
  listTimeslots: {
    title: 'List the hours',
    does: 'Gives the hours of the photos’ own clocks, the oldest first, each with how many photos it has and one of them.',
  },
  listTimeslotPosts: {
    title: 'List the posts of an hour',
    does: `Gives ${PAGE_SIZE} posts of one hour, the newest first.`,
    errors: ['post_not_found', 'no_route'],
  },
  listHighlights: {
    title: 'List the days',
    does: 'Gives the days that have something to show, by date.',
    errors: ['no_route'],
  },
  getHighlight: {
    title: 'Read a day',
    does: 'Gives the photos of one day in the order in which they were taken.',
    errors: ['highlight_not_found'],
  },
  getHighlightConfig: {
    title: 'Read a day’s film',
    does: `Gives the photos and videos that the film of one day shows, at most ${HIGHLIGHT_IMAGES_MAX} in the order in which they were taken, and for how many seconds: of those that look almost alike one, chosen by likes, comments and sharpness from all hours. The best fifth is \`special\`. Of a video the picture is its poster’s, and \`clip\` the part of it that is shown, without sound. The same photos give the same film.`,
    errors: ['highlight_not_found'],
  },
  renderVideo: {
    title: 'Make a day’s video',
    does: `Has the film of a day made and answers when it can be fetched: an MP4 at \`output\`, an address that holds for ${SIGNED_ADDRESS_MS / 60_000} minutes. That may take minutes, so wait for ten. Where a proxy in between gives up sooner (502, 504, no answer), send the same call again: the film goes on being made, the same one is made once, and whoever asks again waits with the first. \`HighlightsImages\` is what the reading of the film answered.`,
    who: ORGANISERS,
    errors: [
      'owner_only',
      'no_route',
      'highlight_not_found',
      'foreign_image',
      'render_cancelled',
      'render_failed',
    ],
  },
  getRender: {
    title: 'Follow a day’s video',
    does: 'Says how far the video of a day is that was asked for last, in percent.',
    who: ORGANISERS,
    errors: ['owner_only', 'no_route', 'highlight_not_found'],
  },
  cancelRender: {
    title: 'Cancel a day’s video',
    does: 'Ends the making of the videos of a day; those that are ready stay.',
    who: ORGANISERS,
    errors: ['owner_only', 'no_route', 'highlight_not_found'],
  },
} satisfies CallDescriptions
