import { PrecacheController } from 'workbox-precaching'
import { scope } from './worker-scope.ts'

type Manifest = Parameters<PrecacheController['addToCacheList']>[0]

const controller = new PrecacheController()
const PAGE = '/index.html'
/** Under this key lies the list of files that the version before this one was made of. */
const EARLIER = '/.earlier-version'

/** Names the files of this version; they are fetched when the worker is installed, all or none. */
export function precache(manifest: Manifest): void {
  controller.addToCacheList(manifest)
}

export function installFiles(event: ExtendableEvent): void {
  void controller.install(event)
}

/** The app's HTML as this version has it; undefined where the browser has thrown it away. */
export function precachedPage(): Promise<Response | undefined> {
  return controller.matchPrecache(PAGE)
}

/** Whether a file of this address may lie in the cache: this version's, or an older one's that a tab still uses. */
export function isAppFile(url: URL): boolean {
  return url.pathname.startsWith('/assets/') || controller.getCacheKeyForURL(url.href) !== undefined
}

export async function appFile(request: Request): Promise<Response> {
  const key = controller.getCacheKeyForURL(request.url) ?? request.url
  const cache = await caches.open(controller.strategy.cacheName)
  return (await cache.match(key)) ?? fetch(request)
}

/**
 * Forgets files that neither this version nor the one before it is made of. Those of the one before stay: a tab in
 * which someone is writing goes on with it, and must find what it has not loaded yet.
 */
export async function forgetOldFiles(): Promise<void> {
  const cache = await caches.open(controller.strategy.cacheName)
  const current = [...controller.getURLsToCacheKeys().values()]
  const earlier = await readEarlier(cache)
  const kept = new Set([...current, ...earlier, new URL(EARLIER, scope.location.href).href])
  for (const { url } of await cache.keys()) {
    if (!kept.has(url)) await cache.delete(url)
  }
  await cache.put(EARLIER, Response.json(current))
}

async function readEarlier(cache: Cache): Promise<string[]> {
  const list = (await (await cache.match(EARLIER))?.json()) as unknown
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
}
