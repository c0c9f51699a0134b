import type {
  RouteHandlerCallbackOptions,
  RouteMatchCallbackOptions,
  WorkboxPlugin,
} from 'workbox-core/types.js'
import { PrecacheController } from 'workbox-precaching'
import { CacheFirst } from 'workbox-strategies'
import { LATER_FILES, PRECACHE } from '../contract/routes.ts'
import { answerBy, troubleIsEmpty } from './answer-by.ts'
import { scope } from './worker-scope.ts'

const CACHE = PRECACHE
const PAGE = '/index.html'
/** Key of the list of files of the release before this one. */
const EARLIER = '/.earlier-version'
/** Files fetched at once. */
const AT_ONCE = 4

type PrecacheEntries = ServiceWorkerGlobalScope['__WB_MANIFEST']

const filesOnly: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) =>
    (await isFile(response, request.url)) ? response : null,
}

/** The files of this release and their keys. Its `activate` is not used: `forgetOldFiles` is. */
const precache = createController()

/** A controller fetches one file after the other, each with a round trip: so several controllers share the files. */
const installers = Array.from({ length: AT_ONCE }, createController)

/** Sets the files of this release. */
export function nameFiles(manifest: PrecacheEntries): void {
  precache.addToCacheList(manifest)
  for (const [at, entry] of manifest.entries()) installers[at % AT_ONCE]?.addToCacheList([entry])
}

/** Fetches the files, all or none; files of a failed install are reused by the next try. */
export async function installFiles(event: ExtendableEvent): Promise<void> {
  await Promise.all(installers.map((installer) => installer.install(event)))
}

/** Answers with cached files. A file that was evicted, or is not precached, is cached when it is asked for. */
const cachedFiles = new CacheFirst({
  cacheName: CACHE,
  plugins: [
    { cacheKeyWillBeUsed: async ({ request: { url } }) => precache.getCacheKeyForURL(url) ?? url },
    filesOnly,
    troubleIsEmpty,
  ],
})

/** Whether a request may be for a cached file: of this release, or of an older one that a tab still uses. */
export function isAppFile({ request, sameOrigin, url }: RouteMatchCallbackOptions): boolean {
  if (!sameOrigin || request.mode === 'navigate') return false
  return url.pathname.startsWith('/assets/') || precache.getCacheKeyForURL(url.href) !== undefined
}

export function answerAppFile(options: RouteHandlerCallbackOptions): Promise<Response> {
  return answerBy(cachedFiles, options)
}

/** The HTML of this release; undefined where the browser has evicted it, or cannot read it. */
export async function precachedPage(cause: ExtendableEvent): Promise<Response | undefined> {
  const page = await precache.matchPrecache(PAGE).catch(() => undefined)
  try {
    return page && new Response(await page.text(), page)
  } catch {
    cause.waitUntil(replacePage().catch(console.error))
    return undefined
  }
}

/** Caches the HTML anew. Unreadable it still counts as there, so that no refill fetches it. */
async function replacePage(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'reload' })
  if (!(await isFile(page, absolute(PAGE)))) return
  const cache = await caches.open(CACHE)
  await cache.put(precache.getCacheKeyForURL(PAGE) ?? PAGE, page)
}

/** Fetches files that the browser has evicted, as it does not install the same worker again. Extends the life of `cause`. */
export async function refillPrecache(cause: ExtendableEvent): Promise<void> {
  await installFiles(new RefillEvent(cause))
}

/** The controller fetches missing files only for an event of this name. */
class RefillEvent extends ExtendableEvent {
  readonly #cause: ExtendableEvent

  constructor(cause: ExtendableEvent) {
    super('install')
    this.#cause = cause
  }

  override waitUntil(work: Promise<unknown>): void {
    // A failure is passed on to whoever began the refill.
    this.#cause.waitUntil(Promise.allSettled([work]))
  }
}

/**
 * Forgets files that neither this release nor the one before it has. Those of the one before stay: a tab in which somebody is
 * writing goes on with it, and must find what it has not loaded yet. What is not precached but was cached stays in the same way.
 * All stay where the next release is on its way: it has taken stock of the cache, and does not fetch again what goes from it now.
 */
export async function forgetOldFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  const later = await readList(await precache.matchPrecache(LATER_FILES))
  const current = [...precache.getURLsToCacheKeys().values(), ...later.map(absolute)]
  const earlier = await readList(await cache.match(EARLIER))
  const staying = new Set([...current, ...earlier, absolute(EARLIER)])
  for (const { url } of await cache.keys()) {
    // It may begin at any moment. What stays goes when it takes over itself.
    if (isNextComing()) break
    if (!staying.has(url)) await cache.delete(url)
  }
  await cache.put(EARLIER, new Response(JSON.stringify(current)))
}

/** Whether a release after this one, which is active, is being installed or waits. */
function isNextComing(): boolean {
  const { installing, waiting } = scope.registration
  return (installing ?? waiting) !== null
}

async function readList(cached: Response | undefined): Promise<string[]> {
  const list = (await cached?.json()) as unknown
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
}

/** Whether an answer is the file: the page of a captive portal, or of a proxy, has status 200 as well. */
async function isFile(response: Response, url: string): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false
  if (url !== absolute(PAGE)) return !response.headers.get('content-type')?.includes('html')
  const named = (await response.clone().text()).match(/\/assets\/[\w./-]+/g)
  // The HTML of another release would lack its files without a network.
  return named?.every((asset) => precache.getCacheKeyForURL(asset) !== undefined) ?? false
}

function createController(): PrecacheController {
  return new PrecacheController({ cacheName: CACHE, plugins: [filesOnly] })
}

function absolute(url: string): string {
  return new URL(url, scope.location.href).href
}
