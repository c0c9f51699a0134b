import type { Api } from '../../../contract/api.ts'

/** Status of an answer; for a refusal, with its code. */
export type Verdict = number | `${number} ${string}`

/**
 * The answer to each kind of caller of a call about an Orma. The author of photos, comments and uploads is a guest of the Orma. A guest
 * by name is as a stranger in their own Orma; any other, and calls for people with a phone, are closed to them.
 */
interface WhoMay {
  /** A caller who is not signed in. */
  nobody: Verdict
  /** Who comes with a token that is not good, where they are not as nobody. */
  badToken?: Verdict
  /** A signed-in user, or the owner of another Orma, who has nothing to do with this Orma. */
  stranger: Verdict
  author: Verdict
  /** Who was invited to organise the Orma. */
  organiser: Verdict
  owner: Verdict
  /** Who runs the server, where they are not as a stranger. */
  admin?: Verdict
  /** The owner of another Orma, where they are as a stranger in a call that names no Orma. */
  otherOwner?: Verdict
  /**
   * The Orma's address with a post, comment or upload of another Orma, by any signed-in user. Absent: the call names none of
   * these.
   */
  crossed?: Verdict
  /** It leads past a pause, too. */
  isPastPause?: true
}

const NO_POST = '404 post_not_found'
const NO_UPLOAD = '404 upload_not_found'

/** Every call of the contract; the type requires all of them. */
export const WHO_MAY: Record<keyof Api, WhoMay> = {
  verifySession: signedIn(200),
  logout: signedIn(204),
  updateUser: signedIn(200),
  // By the new number they would not run the server.
  startPhoneChange: { ...signedIn(200), admin: '400 invalid_field' },
  // The codes are those of the owner's number and the new one.
  verifyPhoneChange: {
    nobody: '401 unauthorized',
    stranger: '400 invalid_field',
    author: '400 invalid_field',
    organiser: '400 invalid_field',
    owner: 200,
    otherOwner: '400 invalid_field',
  },
  listOwnEvents: signedIn(200),
  getProfile: signedIn(200),
  listRecentlyViewed: signedIn(200),
  markViewed: signedIn(200),
  deleteAccount: { ...signedIn(200), owner: '409 owns_ormas' },
  startRegistration: everyone(200),
  verifyRegistration: everyone(200),
  createGuest: everyone(200),

  reportClientError: everyone(204),

  readCreator: { ...everyone(200), badToken: '401 unauthorized' },
  becomeCreator: signedIn(200),
  createEvent: signedIn(201),
  getEvent: everyone(200),
  updateEvent: organiserOnly(200),
  deleteEvent: ownerAlone(204),
  noteDeletionSeen: ownerAlone(200),
  listAudit: organiserOnly(200),

  inviteOrganiser: ownerAlone(201),
  listInvitations: ownerAlone(200),
  revokeInvitation: ownerAlone(204),
  readInvitation: { ...everyone(200), isPastPause: true },
  acceptInvitation: { ...signedIn(200), isPastPause: true },
  removeOrganiser: organiserOnly(204),
  askForHandover: ownerAlone(200),
  acceptHandover: organiserOnly(200),
  endHandover: organiserOnly(204),

  listPosts: { ...everyone(200), crossed: NO_POST },
  listNewestPosts: { ...everyone(200), crossed: NO_POST },
  getPost: { ...everyone(200), crossed: NO_POST },
  deletePost: { ...signedIn(204), stranger: '403 forbidden', crossed: NO_POST },
  listFlaggedPosts: signedIn(200),
  approvePost: { ...organiserOnly(200), crossed: NO_POST },
  approvePosts: organiserOnly(200),
  listPendingPosts: signedIn(200),
  listOwnPosts: { ...signedIn(200), crossed: NO_POST },
  listPostIds: everyone(200),
  likePost: { ...signedIn(200), crossed: NO_POST },
  unlikePost: { ...signedIn(200), crossed: NO_POST },
  listTimeslots: everyone(200),
  listTimeslotPosts: { ...everyone(200), crossed: NO_POST },
  listHighlights: everyone(200),
  getHighlight: everyone(200),
  getHighlightConfig: everyone(200),
  renderVideo: organiserOnly(200),
  getRender: organiserOnly(200),
  cancelRender: organiserOnly(204),
  listenLive: everyone(200),
  openDoor: everyone(200),

  addComment: { ...signedIn(200), crossed: NO_POST },
  editComment: {
    ...signedIn(200),
    stranger: '403 author_only',
    organiser: '403 author_only',
    owner: '403 author_only',
    crossed: NO_POST,
  },
  deleteComment: { ...signedIn(200), stranger: '403 forbidden', crossed: NO_POST },
  listComments: { ...everyone(200), crossed: NO_POST },

  countVisitor: everyone(204),
  listPeople: organiserOnly(200),
  getTotals: organiserOnly(200),
  listPersonPosts: organiserOnly(200),
  removePerson: organiserOnly(200),
  listAllComments: organiserOnly(200),

  askForArchive: organiserOnly(200),
  askForOwnArchive: signedIn(200),
  getArchive: organiserOnly(200),

  checkLimit: signedIn(200),
  listKnownPhotos: signedIn(200),
  uploadPhoto: signedIn(201),
  describeUploads: everyone(204),
  createUpload: signedIn(201),
  readUploadOffset: uploaderOnly(200),
  appendToUpload: uploaderOnly(204),
  sendPoster: uploaderOnly(204),
  cancelUpload: uploaderOnly(204),
  readUpload: uploaderOnly(200),

  readOverview: adminOnly(200),
  listAllEvents: adminOnly(200),
  pauseForHost: adminOnly(200),
  reopenForHost: adminOnly(200),
  deleteForHost: adminOnly(204),
  listBans: adminOnly(200),
  addBan: adminOnly(200),
  liftBan: adminOnly(204),
  inviteCreators: adminOnly(201),
  listOperatorActs: adminOnly(200),
}

function everyone(status: number): WhoMay {
  return { nobody: status, stranger: status, author: status, organiser: status, owner: status }
}

function signedIn(status: number): WhoMay {
  return { ...everyone(status), nobody: '401 unauthorized' }
}

function organiserOnly(status: number): WhoMay {
  return { ...signedIn(status), stranger: '403 owner_only', author: '403 owner_only' }
}

function ownerAlone(status: number): WhoMay {
  return { ...organiserOnly(status), organiser: '403 owner_only' }
}

/** To all others, and to nobody, as an address where nothing is. */
function adminOnly(admin: number): WhoMay {
  const NOTHING = '404 no_route'
  return {
    nobody: NOTHING,
    stranger: NOTHING,
    author: NOTHING,
    organiser: NOTHING,
    owner: NOTHING,
    admin,
  }
}

/** Nobody learns of another user's upload, not even who organises the Orma. */
function uploaderOnly(status: number): WhoMay {
  return {
    ...signedIn(status),
    stranger: NO_UPLOAD,
    organiser: NO_UPLOAD,
    owner: NO_UPLOAD,
    crossed: NO_UPLOAD,
  }
}
