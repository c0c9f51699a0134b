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

/** The timeline's name and slug, one constant for page and build. */
export const DEFAULT_PRODUCT = { name: 'Reel', slug: 'reel' } as const

/** Where the phone's gallery sends photos that are shared with the app, and where they are given an Orma. The manifest names both. */
export const SHARE = { path: '/share', field: 'photos' } as const

/** Where the list of the app's files lies that are not precached. */
export const LATER_FILES = '/later.json'

/** Where a served photo lies on the origin. */
export const MEDIA_BASE = '/media'

/** The `<meta>` of a build that calls other hosts: their origins, between spaces. */
export const HOSTS_META = 'hosts'

/** The places in the app's HTML that the server, and offline the worker, fill for each address. */
export const HTML_MARKERS = { head: '<!-- page -->', root: '<div id="root"></div>' } as const
