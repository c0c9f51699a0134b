/** First path segments that the app itself uses, so that no event_hash can be one of them. */
export const RESERVED_SEGMENTS = [
  'api',
  'assets',
  'media',
  'login',
  'profile',
  'create',
  'myormas',
  'settings',
  'getapp',
  'seating_chart',
  'terms',
  'privacy',
  'share',
  '404',
  'healthz',
  'readyz',
  'metrics',
] as const

/** Pages of ours that an operator may have replaced by others. */
export const LEGAL = { terms: '/terms', privacy: '/privacy' } as const

/** The timeline's name and slug, one constant for page and build. */
export const DEFAULT_PRODUCT = { name: 'Reel', slug: 'reel' } as const

/** Where the phone's gallery sends photos that are shared with the app, and where they are given an Orma. The manifest names both. */
export const SHARE = { path: '/share', field: 'photos' } as const

/** Where the list of the app's files lies that are not precached. */
export const LATER_FILES = '/later.json'

/** Where a served photo lies on the origin. */
export const MEDIA_BASE = '/media'

/** The `<meta>` of a build whose API is on another host: its origin. */
export const API_HOST_META = 'api-host'

/** The `<meta>` of a build that tells another host of page views: its origin. */
export const ANALYTICS_HOST_META = 'analytics-host'

/** The places in the app's HTML that the server, and offline the worker, fill for each address. */
export const HTML_MARKERS = { head: '<!-- page -->', root: '<div id="root"></div>' } as const

/** The element that carries `FirstData`. */
export const FIRST_DATA_ID = 'first-data'

/** Photos that a first screen shows, about. */
export const FIRST_PHOTOS = 12

/** The `<link>` to the app's script, in the HTML as it is built. */
export const APP_LINK_ID = 'app'
/** What the links to the app's scripts say where the browser is to load them at once. */
export const APP_PRELOAD = 'rel="modulepreload" fetchpriority="low"'
