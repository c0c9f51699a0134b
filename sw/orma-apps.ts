import type { DocumentOrma } from '../contract/document.ts'
import { manifestPath, eventHashOfPath } from '../contract/document.ts'

/** Manifests of the Ormas last visited, and the icons that were asked for. The one asked for last lies at the end. */
const CACHE = 'orma-apps'
const KEPT_MAX = 20
/** A manifest that does not come meanwhile is the one kept. */
const PATIENCE_MS = 10_000
const ICON_PATH = /^\/media\/event\/\w+-\w+\.png$/

interface Manifest {
  name: string
  short_name: string
  icons: { src: string }[]
}

/** Whether a file makes an Orma an app of its own: its manifest, or an icon of it. */
export function isOfOrmaApp({ pathname }: URL): boolean {
  return isManifest(pathname) || ICON_PATH.test(pathname)
}

/** The manifest as the server has it, without a network as it was last seen; an icon never changes. */
export async function answerOrmaApp(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const cache = await caches.open(CACHE)
  const kept = await cache.match(pathname)
  if (!isManifest(pathname)) return kept ?? keep(cache, pathname, await fetch(request))
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const manifest = await keep(cache, pathname, await fetch(pathname, { signal }))
    // For the home screen of a phone that has no network any more.
    const icon = manifest.ok && (await readManifest(manifest.clone())).icons[0]?.src
    if (icon && ICON_PATH.test(icon)) void answerOrmaApp(new Request(icon)).catch(() => undefined)
    await forgetOld(cache)
    return manifest
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

/** What the HTML of an Orma's pages says of it, as far as this device knows. */
export async function keptOrma(pathname: string): Promise<DocumentOrma | undefined> {
  const event_hash = eventHashOfPath(pathname)
  const kept = event_hash && (await caches.match(manifestPath(event_hash), { cacheName: CACHE }))
  if (!kept) return undefined
  const { name, short_name: shortName, icons } = await readManifest(kept)
  return { name, shortName, icon: icons.find(({ src }) => ICON_PATH.test(src))?.src }
}

function isManifest(pathname: string): boolean {
  const event_hash = eventHashOfPath(pathname)
  return event_hash !== undefined && pathname === manifestPath(event_hash)
}

async function readManifest(response: Response): Promise<Manifest> {
  return (await response.json()) as Manifest
}

async function keep(cache: Cache, pathname: string, response: Response): Promise<Response> {
  if (!response.ok) return response
  // What is put anew lies at the end.
  await cache.delete(pathname)
  await cache.put(pathname, response.clone())
  return response
}

/** Forgets manifests beyond the last ones, and icons that none of those names. */
async function forgetOld(cache: Cache): Promise<void> {
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  const manifests = paths.filter(isManifest).slice(-KEPT_MAX)
  const named = new Set(manifests)
  for (const path of manifests) {
    const kept = await cache.match(path)
    if (kept) for (const { src } of (await readManifest(kept)).icons) named.add(src)
  }
  for (const path of paths) if (!named.has(path)) await cache.delete(path)
}
