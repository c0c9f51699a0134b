import { DELETION_DAYS, EVENT_IMAGE_MAX_BYTES } from '../limits.ts'

export const create = {
  title: 'Create new Orma',
  name: 'Name',
  namePlaceholder: 'Anna & Ben',
  date: 'Date',
  profileImage: 'Orma image',
  profileImageHint: 'Round, beside the name',
  banner: 'Banner',
  bannerHint: 'Wide, at the top of the Orma',
  chooseImage: 'Choose an image',
  removeImage: 'Remove this image',
  seatingUrl: 'Seating chart link (optional)',
  seatingUrlHint: 'An address that starts with https://',
  endsAt: 'Photos until (optional)',
  endsAtHint: 'From then on guests add no more photos. You still can.',
  incompleteEnd: 'Please enter a date and a time',
  pastEnd: 'Please choose a later moment',
  submit: 'Create Orma',
  missingName: 'Please give your Orma a name',
  missingDate: 'Please choose a date',
  invalidSeatingUrl: 'Please enter an address that starts with https://',
  notAnImage: 'Please select an image file.',
  imageTooLarge: `File size exceeds the limit of ${EVENT_IMAGE_MAX_BYTES / 1024 ** 2}MB.`,
  failed: 'Your Orma could not be created. Nothing is lost, please try again.',
} as const

export const edit = {
  title: 'Update This Orma',
  updateImage: 'UPDATE ORMA IMAGE',
  updateBanner: 'UPDATE BANNER',
  update: 'UPDATE ORMA',
  dateTooEarly: 'Please choose today or a later date',
  saved: 'Your changes are saved.',
  failed: 'Your changes could not be saved. They are still here, please try again.',
  paused: 'Pause this Orma for guests',
  pausedHint: 'They read that it is paused until you reopen it. Nothing is lost.',
  uploadsClosed: 'Close uploads',
  uploadsClosedHint: 'Guests add no more photos, and see what they saw before. You still can add.',
  reviewAll: 'Review every photo before it is shown',
  reviewAllHint: 'What others add waits for you before anyone sees it.',
  allowVideos: 'Guests may add videos',
  allowVideosHint: (seconds: number) =>
    `Up to ${lengthText(seconds)} each. They take more room and longer to send than photos.`,
  /** Follows it where they may now. */
  allowVideosOff: 'Turned off, the videos already here stay.',
  stillWaiting: (count: number) =>
    count === 1
      ? '1 photo still waits for your review. This alone does not show it.'
      : `${count} photos still wait for your review. This alone does not show them.`,
  music: 'Music of the films',
  musicHint: 'Guests hear it when they turn on the sound. It is in the video as well.',
  musicNames: { '': 'None', calm: 'Calm', bright: 'Bright' },
  listenTo: (name: string) => `Listen to “${name}”`,
  stopListening: (name: string) => `Stop “${name}”`,
  musicFailed: 'It cannot be played just now.',
  deleteAt: 'Delete this Orma on (optional)',
  deleteAtHint: `On this day it goes with all its photos, likes and comments, for everyone. You are warned ${DELETION_DAYS.warning} and ${DELETION_DAYS.lastWarning} days before.`,
  deleteTooSoon: `Please choose a day at least ${DELETION_DAYS.ahead} days from now`,
  incompleteDay: 'Please enter a whole date',
  deletesOn: (day: string) => `Deleted on ${day}`,
  deletesOnQuestion: (day: string) => `Delete this Orma with all its photos on ${day}?`,
  setDeletion: 'Delete it on that day',
  storage: (size: string) => `Storage ${size}`,
  chooseAnother: 'Choose another image',
  useImage: 'USE THIS IMAGE',
  cannotShow: 'This browser cannot show this image. It is used as it is.',
  position: 'Position of the image. Arrow keys move it, plus and minus zoom.',
  positionHint: 'Drag to move, pinch or use the slider to zoom.',
  zoom: 'Zoom',
  preview: 'Preview',
  delete: 'Delete this Orma',
  deleteWarning:
    'This deletes the Orma with all its photos, likes and comments, for everyone and for good.',
  typeName: (name: string) => `Type “${name}” to delete it`,
  deleteFailed: 'This Orma could not be deleted. Please try again.',
} as const

/** The day on which an Orma is deleted has come near, for its owner alone. */
export const deletion = {
  near: (day: string) => `This Orma is deleted on ${day}.`,
  waiting: (day: string) =>
    `This Orma was to be deleted on ${day}. It has waited for you, and stays ${DELETION_DAYS.afterSeen} days from when you read on.`,
  read: 'Read on',
  title: (day: string) => `This Orma is deleted on ${day}`,
  waitingTitle: (day: string) => `This Orma was to be deleted on ${day}`,
  what: 'All its photos, likes and comments go then, for everyone and for good. Save what you want to keep, or keep the Orma.',
  whatByOperator:
    'Whoever runs this site keeps no Orma longer. All its photos, likes and comments go then, for everyone and for good. Save what you want to keep.',
  understood: 'I have read it',
  keep: 'Keep this Orma',
  letGo: 'Delete it as planned',
  kept: 'This Orma stays.',
  failed: 'This could not be saved. Please try again.',
} as const

/** What was done in an Orma by who organises it. */
export const audit = {
  title: 'What was done here',
  by: (name: string, act: string) => `${name}: ${act}`,
  failed: 'This list could not be loaded.',
  empty: 'Nothing yet.',
  photo: (id: number) => `photo ${id}`,
  /** By whom, where it was none of its organisers. */
  operator: 'Who runs this site',
  actions: {
    create: 'Created this Orma',
    update: 'Changed',
    pause: 'Paused it for guests',
    reopen: 'Opened it again',
    remove_person: 'Removed a person with all they added',
    hold_guests: 'So many guests came by name that no more could for an hour',
    set_deletion: 'Set the day of deletion to',
    clear_deletion: 'Cleared the day of deletion',
    approve: 'Approved',
    reject: 'Rejected',
    delete_post: 'Deleted',
    delete_comment: 'Deleted a comment on',
    download: 'Downloaded all photos',
    invite: 'Made an invitation to organise',
    join: 'Joined the organisers',
    leave: 'Left the organisers',
    remove_organiser: 'Removed an organiser',
    take_over: 'Took this Orma over',
    door_closed: 'Too many wrong words at the door: nobody new gets in for some hours',
  },
  /** Settings by their names in the API. */
  fields: {
    name: 'name',
    event_date: 'date',
    seating_url: 'seating chart',
    profile_image: 'Orma image',
    banner: 'banner',
    uploadsClosed: 'uploads',
    reviewAll: 'review',
    allowVideos: 'videos',
    guestSignIn: 'how guests sign in',
    photosPerChoice: 'photos at a time',
    revealAt: 'when photos are shown',
    guestsSee: 'what guests see',
    pin: 'word at the door',
    mayShare: 'sharing',
    showCounts: 'numbers under the date',
    endsAt: 'end of uploads',
    music: 'music',
  } as Readonly<Record<string, string>>,
} as const

export const people = {
  title: 'People and photos',
  views: 'People or comments',
  people: 'People',
  comments: 'Comments',
  totals: 'How many there are',
  /** The words under each number. */
  counts: {
    guests: (count: number) => (count === 1 ? 'guest opened it' : 'guests opened it'),
    tookPart: () => 'took part',
    photos: (count: number) => (count === 1 ? 'photo' : 'photos'),
    videos: (count: number) => (count === 1 ? 'video' : 'videos'),
    likes: (count: number) => (count === 1 ? 'like' : 'likes'),
  },
  guestsAre:
    'Guests are people who signed in, and phones on which nobody has. Organisers are not counted.',
  nothingYet: 'Has added nothing yet',
  nobody: 'Nobody has added a photo or a comment yet.',
  failed: 'The people of this Orma could not be loaded.',
  photosBy: (name: string) => `Photos by ${name}`,
  noPhotos: 'There are no photos by this person.',
  photosFailed: 'These photos could not be loaded.',
  noComments: 'Nobody has written a comment yet.',
  commentsFailed: 'The comments could not be loaded.',
  ownerOnly: 'Only the organiser of this Orma can see who took part.',
} as const

export const share = {
  private: 'This Orma is private. Only people with this link or QR code can open it.',
  shareUrl: 'SHARE PRIVATE URL',
  copyUrl: 'COPY PRIVATE URL',
  copied: 'COPIED URL!',
  link: 'Private link',
  open: 'Open the Orma',
  edit: 'EDIT THIS ORMA',
  viewSlideshow: 'VIEW SLIDESHOW',
  organise: 'ORGANISE TOGETHER',
} as const

export const print = {
  downloadQr: 'DOWNLOAD QR',
  qrCode: 'QR code that opens this Orma',
  qrFailed: 'The QR code could not be saved. Please try again.',
  tableCard: 'Print table card (A6)',
  sign: 'Print sign (A4)',
  scan: 'Scan to see and add photos',
  noApp: 'No app needed',
} as const

function lengthText(seconds: number): string {
  if (seconds % 60 !== 0) return `${seconds} seconds`
  return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`
}
