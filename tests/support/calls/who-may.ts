import type { Api } from '../../../contract/api.ts'

/** Status of an answer; for a refusal, with its code. */
export type Verdict = number | `${number} ${string}`

/**
 * The answer to each kind of caller of a call about an Orma. The author of photos, comments and uploads is a guest of the Orma.
 */
interface WhoMay {
  /** A caller who is not signed in. */
  nobody: Verdict
  /** A signed-in user, or the owner of another Orma, who has nothing to do with this Orma. */
  stranger: Verdict
  author: Verdict
  owner: Verdict
  /**
   * The Orma's address with a post, comment or upload of another Orma, by any signed-in user. Absent: the call names none of
   * these.
   */
  crossed?: Verdict
}

const NO_POST = '404 post_not_found'
const NO_UPLOAD = '404 upload_not_found'

/** Every call of the contract; the type requires all of them. */
export const WHO_MAY: Record<keyof Api, WhoMay> = {
  verifySession: signedIn(200),
  logout: signedIn(204),
  updateUser: signedIn(200),
  listOwnEvents: signedIn(200),
  getProfile: signedIn(200),
  listRecentlyViewed: signedIn(200),
  markViewed: signedIn(200),
  deleteAccount: { ...signedIn(200), owner: '409 owns_ormas' },
  startRegistration: everyone(200),
  verifyRegistration: everyone(200),

  reportClientError: everyone(204),

  createEvent: signedIn(201),
  getEvent: everyone(200),
  updateEvent: ownerOnly(200),
  deleteEvent: ownerOnly(204),
  noteDeletionSeen: ownerOnly(200),
  listAudit: ownerOnly(200),

  listPosts: { ...everyone(200), crossed: NO_POST },
  listNewestPosts: { ...everyone(200), crossed: NO_POST },
  getPost: { ...everyone(200), crossed: NO_POST },
  deletePost: { ...signedIn(204), stranger: '403 forbidden', crossed: NO_POST },
  listFlaggedPosts: signedIn(200),
  approvePost: { ...ownerOnly(200), crossed: NO_POST },
  approvePosts: ownerOnly(200),
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
  renderVideo: ownerOnly(200),
  getRender: ownerOnly(200),
  cancelRender: ownerOnly(204),
  listenLive: everyone(200),

  addComment: { ...signedIn(200), crossed: NO_POST },
  editComment: {
    ...signedIn(200),
    stranger: '403 author_only',
    owner: '403 author_only',
    crossed: NO_POST,
  },
  deleteComment: { ...signedIn(200), stranger: '403 forbidden', crossed: NO_POST },
  listComments: { ...everyone(200), crossed: NO_POST },

  listPeople: ownerOnly(200),
  listPersonPosts: ownerOnly(200),
  listAllComments: ownerOnly(200),

  askForArchive: ownerOnly(200),
  askForOwnArchive: signedIn(200),
  getArchive: ownerOnly(200),

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
}

function everyone(status: number): WhoMay {
  return { nobody: status, stranger: status, author: status, owner: status }
}

function signedIn(status: number): WhoMay {
  return { ...everyone(status), nobody: '401 unauthorized' }
}

function ownerOnly(status: number): WhoMay {
  return { ...signedIn(status), stranger: '403 owner_only', author: '403 owner_only' }
}

/** Nobody learns of another user's upload, not even the Orma's owner. */
function uploaderOnly(status: number): WhoMay {
  return { ...signedIn(status), stranger: NO_UPLOAD, owner: NO_UPLOAD, crossed: NO_UPLOAD }
}
