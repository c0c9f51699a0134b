/** The app's pages that an operator may replace by redirects. */
export const LEGAL = { terms: '/terms', privacy: '/privacy' } as const

/** The timeline's name and slug, one constant for page and build. */
export const DEFAULT_PRODUCT = { name: 'Reel', slug: 'reel' } as const

/** What the timeline's slug may not be: the calls and the tab of these names would not be told apart from its own. */
const TAKEN_SLUGS = ['highlight', 'post', 'posts', 'timeline', 'uploads']
export const SLUG_RULE = `letters, digits, hyphens and underscores, not ${TAKEN_SLUGS.join(', ')}`

/** Whether a word, one step of a path, may be the timeline's slug. */
export function isProductSlug(text: string): boolean {
  return /^[\w-]+$/.test(text) && !TAKEN_SLUGS.includes(text)
}

/**
 * Address and form field for photos shared with the app from the phone's gallery, also named in the manifest. The page there asks
 * for their Orma.
 */
export const SHARE = { path: '/share', field: 'photos' } as const

/** Address of the list of files that are not precached. */
export const LAZY_FILES = '/later.json'
/** Name of the worker's one cache for the files of all releases: one that two of them have is fetched once. */
export const PRECACHE = 'orma-precache'

/** Path below which photos and pictures are served. */
export const MEDIA_BASE = '/media'

/** The `<meta>` with the API's origin, in a build whose API is on another host. */
export const API_HOST_META = 'api-host'

/** The `<meta>` with the origin of the page views' host, in a build that sends them. */
export const ANALYTICS_HOST_META = 'analytics-host'

/** The `<meta>` with the timeline's slug, in a build that was given one. */
export const PRODUCT_SLUG_META = 'product-slug'

/** The `<meta>` with the country that phone numbers are taken for at first, where the host has set one. */
export const DEFAULT_COUNTRY_META = 'default-country'

/** The places in the app's HTML that the server, and offline the worker, fill for each address. */
export const HTML_MARKERS = { head: '<!-- page -->', root: '<div id="root"></div>' } as const

/** The element with `FirstData`. */
export const FIRST_DATA_ID = 'first-data'

/** About how many photos a first screen shows. */
export const FIRST_PHOTOS = 12

/** The class of the `<link>`s to the app's scripts in the built HTML. */
export const APP_LINK_CLASS = 'app'
/** Attributes of the links to the app's scripts where the browser should load them at once. */
export const APP_PRELOAD = 'rel="modulepreload" fetchpriority="low"'
