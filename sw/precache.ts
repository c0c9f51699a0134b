import { scope } from './worker-scope.ts'

/** One for all versions: a file that both have is not fetched again. */
const CACHE = 'orma-precache'
const PAGE = '/index.html'
/** Under this key lies the list of files that the version before this one was made of. */
const EARLIER = '/.earlier-version'

/** The files of a version; `revision` is null where the address itself tells the version. */
export type PrecacheManifest = { url: string; revision: string | null }[]
/** The key of a file carries its revision under this name. */
const REVISION = '__WB_REVISION__'

/** The files of this version: by address, the key under which each lies in the cache. */
const files = new Map<string, string>()

/** Names the files of this version; they are fetched when the worker is installed, all or none. */
export function precache(manifest: PrecacheManifest): void {
  for (const { url, revision } of manifest) {
    const key = new URL(absolute(url))
    if (revision !== null) key.searchParams.set(REVISION, revision)
    files.set(absolute(url), key.href)
  }
}

/** Rejects where a file is missing: the version is not installed then, and what came of it is there for the next try. */
export async function installFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  // One after the other, so that the page's own requests have the line.
  for (const [url, key] of files) {
    if (!(await cache.match(key))) await keepFile(cache, url, key)
  }
}

async function keepFile(cache: Cache, url: string, key: string): Promise<void> {
  // A file whose address does not tell its version may be an older one in the browser's own cache.
  const response = await fetch(url, { cache: key === url ? 'default' : 'reload' })
  if (!(await isFile(response, url))) throw new Error(`${url} could not be fetched`)
  await cache.put(key, response)
}

/** Whether an answer is the file: the page of a captive portal, or of a proxy, comes with status 200 as well. */
async function isFile(response: Response, url: string): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false
  if (url !== absolute(PAGE)) return !response.headers.get('content-type')?.includes('html')
  const named = (await response.clone().text()).match(/\/assets\/[\w./-]+/g)
  // One of another version would miss its files without a network.
  return named?.every((asset) => keyOf(asset) !== undefined) ?? false
}

/** The app's HTML as this version has it; undefined where the browser has thrown it away. */
export async function precachedPage(): Promise<Response | undefined> {
  return findFile(keyOf(PAGE))
}

/** Whether a file of this address may lie in the cache: this version's, or an older one's that a tab still uses. */
export function isAppFile(url: URL): boolean {
  return url.pathname.startsWith('/assets/') || keyOf(url.href) !== undefined
}

/** A file of the app. What is fetched only when it is first needed, or was lost, stays as long as this version does. */
export async function appFile(request: Request): Promise<Response> {
  const key = keyOf(request.url)
  const kept = await findFile(key ?? request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (await isFile(response, request.url)) {
    const copy = response.clone()
    // A full device, or one in trouble, goes without.
    void caches
      .open(CACHE)
      .then((cache) => cache.put(key ?? request.url, copy))
      .catch(() => undefined)
  }
  return response
}

/** A storage in trouble counts as empty: the network has it all. */
async function findFile(key: string | undefined): Promise<Response | undefined> {
  if (key === undefined) return undefined
  try {
    return await (await caches.open(CACHE)).match(key)
  } catch {
    return undefined
  }
}

/**
 * Forgets files that neither this version nor the one before it is made of. Those of the one before stay: a tab in
 * which someone is writing goes on with it, and must find what it has not loaded yet.
 */
export async function forgetOldFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  const current = [...files.values()]
  const earlier = await readEarlier(cache)
  const kept = new Set([...current, ...earlier, absolute(EARLIER)])
  for (const { url } of await cache.keys()) {
    if (!kept.has(url)) await cache.delete(url)
  }
  await cache.put(EARLIER, Response.json(current))
}

async function readEarlier(cache: Cache): Promise<string[]> {
  const list = (await (await cache.match(EARLIER))?.json()) as unknown
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
}

function keyOf(url: string): string | undefined {
  return files.get(absolute(url))
}

function absolute(url: string): string {
  return new URL(url, scope.location.href).href
}
