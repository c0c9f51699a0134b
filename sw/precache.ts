import type {
  RouteHandlerCallbackOptions,
  RouteMatchCallbackOptions,
  WorkboxPlugin,
} from 'workbox-core/types.js'
import { PrecacheController, PrecacheStrategy } from 'workbox-precaching'
import { CacheFirst } from 'workbox-strategies'
import type { StrategyHandler } from 'workbox-strategies'
import { LAZY_FILES, PRECACHE } from '../contract/routes.ts'
import { answerBy, troubleIsEmpty } from './answer-by.ts'
import { scope } from './worker-scope.ts'

const PAGE = '/index.html'
/** Key of the list of files of the release before this one. */
const EARLIER = '/.earlier-version'
/** Each file is a round trip, and Workbox installs one after the other. */
const AT_ONCE = 8

type PrecacheEntries = ServiceWorkerGlobalScope['__WB_MANIFEST']

/** Files only, and under their keys of this release: any other address is a key itself. */
const filesOnly: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request: { url } }) => precache.getCacheKeyForURL(url) ?? url,
  cacheWillUpdate: async ({ request, response }) =>
    (await isFile(response, request.url)) ? response : null,
}

/** Workbox's way to install a file, whatever the event: browsers lose files later too, and install no worker twice. */
class FileInstall extends PrecacheStrategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const cached = await handler.cacheMatch(request)
    return cached && (await isReadable(cached)) ? cached : this._handleInstall(request, handler)
  }
}

/** The files of this release and their keys. Its `activate` is not used: `forgetOldFiles` is. */
const precache = new PrecacheController({ cacheName: PRECACHE })
const fileInstall = new FileInstall({ cacheName: PRECACHE, plugins: [filesOnly] })

/** Answers with cached files. One that is lost, or is not precached, is cached when it is asked for. */
const cachedFiles = new CacheFirst({
  cacheName: PRECACHE,
  plugins: [filesOnly, troubleIsEmpty],
})

/** Sets the files of this release. */
export function nameFiles(manifest: PrecacheEntries): void {
  precache.addToCacheList(manifest)
}

/** Fetches the files that are not there, all or none; those of a failed try are there for the next. */
export async function installFiles(event: ExtendableEvent): Promise<void> {
  const files = [...precache.getURLsToCacheKeys()]
  const installInTurn = async () => {
    for (let file = files.shift(); file; file = files.shift()) {
      const [url, key] = file
      // One whose name does not tell its release must not come from the browser's own cache.
      const request = new Request(url, { cache: key === url ? 'default' : 'reload' })
      await Promise.all(fileInstall.handleAll({ event, request }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, installInTurn))
}

/** Whether a request may be for a cached file: of this release, or of an older one that a tab still uses. */
export function isAppFile({ request, sameOrigin, url }: RouteMatchCallbackOptions): boolean {
  if (!sameOrigin || request.mode === 'navigate') return false
  return url.pathname.startsWith('/assets/') || precache.getCacheKeyForURL(url.href) !== undefined
}

export function answerAppFile(options: RouteHandlerCallbackOptions): Promise<Response> {
  return answerBy(cachedFiles, options)
}

/** The HTML of this release; undefined where the browser has lost it, or cannot read it. */
export async function precachedPage(): Promise<Response | undefined> {
  try {
    const page = await precache.matchPrecache(PAGE)
    return page && new Response(await page.text(), page)
  } catch {
    return undefined
  }
}

/**
 * Forgets files that neither this release nor the one before it has. Those of the one before stay: a tab in which somebody is
 * writing goes on with it, and must find what it has not loaded yet. What is not precached but was cached stays in the same way.
 */
export async function forgetOldFiles(): Promise<void> {
  const cache = await caches.open(PRECACHE)
  const later = await readList(await precache.matchPrecache(LAZY_FILES))
  const current = [...precache.getURLsToCacheKeys().values(), ...later.map(absolute)]
  const earlier = await readList(await cache.match(EARLIER))
  const staying = new Set([...current, ...earlier, absolute(EARLIER)])
  for (const { url } of await cache.keys()) {
    if (!staying.has(url)) await cache.delete(url)
  }
  await cache.put(EARLIER, new Response(JSON.stringify(current)))
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

function isReadable(response: Response): Promise<boolean> {
  return response
    .clone()
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

function absolute(url: string): string {
  return new URL(url, scope.location.href).href
}
