import { LEGAL, SHARE } from './routes.ts'

/** Every address of the app, as its router writes it, and the file in `src/pages` with its page. What comes first is tried first. */
export const PAGES = {
  home: { path: '/', file: 'home-page' },
  ownOrmas: { path: '/myormas', file: 'my-ormas-page' },
  login: { path: '/login', file: 'login-page' },
  loginCode: { path: '/login/$option', file: 'login-page' },
  ormaLogin: { path: '/$event_hash/login', file: 'login-page' },
  ormaLoginCode: { path: '/$event_hash/login/$option', file: 'login-page' },
  profile: { path: '/profile', file: 'profile-page' },
  settings: { path: '/settings', file: 'settings-page' },
  admin: { path: '/admin', file: 'admin-page' },
  createOrma: { path: '/create/orma', file: 'create-orma-page' },
  terms: { path: LEGAL.terms, file: 'legal-pages' },
  privacy: { path: LEGAL.privacy, file: 'legal-pages' },
  shareTarget: { path: SHARE.path, file: 'share-target-page' },
  getApp: { path: '/getapp', file: 'get-app-page' },
  // Their first word is no event_hash, which is longer.
  sample: { path: '/sample', file: 'sample-page' },
  samplePost: { path: '/sample/post/$id', file: 'post-page' },
  sampleFilm: { path: '/sample/highlights/$id', file: 'highlights-page' },
  seatingChart: { path: '/seating_chart', file: 'seating-chart-page' },
  orma: { path: '/$event_hash', file: 'event-page' },
  post: { path: '/$event_hash/post/$id', file: 'post-page' },
  noPost: { path: '/$event_hash/post', file: 'post-page' },
  upload: { path: '/$event_hash/upload', file: 'upload-page' },
  splash: { path: '/$event_hash/splash-screen', file: 'splash-page' },
  ownPhotos: { path: '/$event_hash/myphotos', file: 'own-photos-page' },
  organise: { path: '/$event_hash/organise', file: 'organise-page' },
  review: { path: '/$event_hash/review', file: 'review-page' },
  people: { path: '/$event_hash/people', file: 'people-page' },
  person: { path: '/$event_hash/people/$id', file: 'person-page' },
  slideshow: { path: '/$event_hash/slideshow', file: 'slideshow-page' },
  selectImages: {
    path: '/$event_hash/slideshow/select_img_slideshow',
    file: 'select-images-page',
  },
  allHours: { path: '/$event_hash/memories/viewall', file: 'memories-pages' },
  hour: { path: '/$event_hash/timeslot/$timeslot', file: 'memories-pages' },
  highlights: { path: '/$event_hash/highlights/$id', file: 'highlights-page' },
} as const

/** The chunk that small screens share, by its name in the manifest of the build. */
export const LATER_CHUNK = 'later'

/**
 * Addresses that are not pages of the app: those that the server answers otherwise, and files, whose names have a dot in them. A
 * dot at the end was copied along with a link.
 */
export const NOT_PAGES = [
  /^\/(api|assets|media|healthz|readyz|metrics)(\/|\?|$)/,
  /^[^?]*\.\w[^/?]*(\?|$)/,
]
