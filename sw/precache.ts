import type {
  RouteHandlerCallbackOptions,
  RouteMatchCallbackOptions,
  WorkboxPlugin,
} from 'workbox-core/types.js'
import { PrecacheController } from 'workbox-precaching'
import { CacheFirst } from 'workbox-strategies'
import { answerBy, troubleIsEmpty } from './answer-by.ts'
import { scope } from './worker-scope.ts'

/** One for all versions: a file that both have is not fetched again. */
const CACHE = 'orma-precache'
const PAGE = '/index.html'
/** Under this key lies the list of files that the version before this one was made of. */
const EARLIER = '/.earlier-version'
/** Files fetched at once. */
const AT_ONCE = 4

type PrecacheEntries = ServiceWorkerGlobalScope['__WB_MANIFEST']

const filesOnly: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) =>
    (await isFile(response, request.url)) ? response : null,
}

/** The files of this version, and the key of each. Its `activate` is not used: `forgetOldFiles` is. */
const precache = createController()

/** A controller fetches one file after the other, and each costs a turn of the line: so several have a part of the files each. */
const installers = Array.from({ length: AT_ONCE }, createController)

/** Names the files of this version. */
export function nameFiles(manifest: PrecacheEntries): void {
  precache.addToCacheList(manifest)
  for (const [at, entry] of manifest.entries()) installers[at % AT_ONCE]?.addToCacheList([entry])
}

/** Fetches the files, all or none; what came of an install that failed is there for the next try. */
export async function installFiles(event: ExtendableEvent): Promise<void> {
  await Promise.all(installers.map((installer) => installer.install(event)))
}

/** Files as they are asked for. One that was lost, or is fetched only when it is first needed, is cached as well. */
const cachedFiles = new CacheFirst({
  cacheName: CACHE,
  plugins: [
    { cacheKeyWillBeUsed: async ({ request: { url } }) => precache.getCacheKeyForURL(url) ?? url },
    filesOnly,
    troubleIsEmpty,
  ],
})

/** Whether a request is for what may lie in the cache: a file of this version's, or an older one's that a tab still uses. */
export function isAppFile({ request, sameOrigin, url }: RouteMatchCallbackOptions): boolean {
  if (!sameOrigin || request.mode === 'navigate') return false
  return url.pathname.startsWith('/assets/') || precache.getCacheKeyForURL(url.href) !== undefined
}

export function answerAppFile(options: RouteHandlerCallbackOptions): Promise<Response> {
  return answerBy(cachedFiles, options)
}

/** The app's HTML as this version has it; undefined where the browser has thrown it away. */
export async function precachedPage(): Promise<Response | undefined> {
  return precache.matchPrecache(PAGE).catch(() => undefined)
}

/** Fetches what the browser has thrown away: it does not install a worker again that it has. Goes on for as long as `cause` lasts. */
export async function refillPrecache(cause: ExtendableEvent): Promise<void> {
  await installFiles(new RefillEvent(cause))
}

/** To the controller only an event of this name is a reason to fetch what it lacks. */
class RefillEvent extends ExtendableEvent {
  readonly #cause: ExtendableEvent

  constructor(cause: ExtendableEvent) {
    super('install')
    this.#cause = cause
  }

  override waitUntil(work: Promise<unknown>): void {
    // Who began the refill hears of its failure.
    this.#cause.waitUntil(Promise.allSettled([work]))
  }
}

/**
 * Forgets files that neither this version nor the one before it is made of. Those of the one before stay: a tab in
 * which someone is writing goes on with it, and must find what it has not loaded yet.
 */
export async function forgetOldFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  const current = [...precache.getURLsToCacheKeys().values()]
  const earlier = await readEarlier(cache)
  const staying = new Set([...current, ...earlier, absolute(EARLIER)])
  for (const { url } of await cache.keys()) {
    if (!staying.has(url)) await cache.delete(url)
  }
  await cache.put(EARLIER, Response.json(current))
}

async function readEarlier(cache: Cache): Promise<string[]> {
  const list = (await (await cache.match(EARLIER))?.json()) as unknown
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
}

/** Whether an answer is the file: the page of a captive portal, or of a proxy, comes with status 200 as well. */
async function isFile(response: Response, url: string): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false
  if (url !== absolute(PAGE)) return !response.headers.get('content-type')?.includes('html')
  const named = (await response.clone().text()).match(/\/assets\/[\w./-]+/g)
  // One of another version would miss its files without a network.
  return named?.every((asset) => precache.getCacheKeyForURL(asset) !== undefined) ?? false
}

function createController(): PrecacheController {
  return new PrecacheController({ cacheName: CACHE, plugins: [filesOnly] })
}

function absolute(url: string): string {
  return new URL(url, scope.location.href).href
}
