import { eventHashOfPath, manifestPath } from '../contract/document.ts'
import type { DocumentOrma } from '../contract/document.ts'
import { imageCacheName, keepImage } from '../src/device/kept-images.ts'

/** A manifest that does not come meanwhile is the one kept. */
const PATIENCE_MS = 10_000

interface Manifest {
  name: string
  short_name: string
  icons: { src: string }[]
}

/** Whether a file makes an Orma an app of its own. */
export function isOrmaManifest({ pathname }: URL): boolean {
  const event_hash = eventHashOfPath(pathname)
  return event_hash !== undefined && pathname === manifestPath(event_hash)
}

/** As the server has it; without a network as it was last seen. It is kept with the Orma's pictures, and so is its icon. */
export async function answerManifest(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const event_hash = eventHashOfPath(pathname)
  try {
    const response = await fetch(pathname, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (response.ok) {
      const copies = [response.clone(), response.clone()] as const
      event.waitUntil(keepManifest(event_hash, pathname, ...copies).catch(console.error))
    }
    return response
  } catch (error) {
    const kept = await findManifest(pathname)
    if (kept) return kept
    throw error
  }
}

/** What the HTML of an Orma's pages says of it, as far as this device knows. */
export async function keptOrma(pathname: string): Promise<DocumentOrma | undefined> {
  const kept = await findManifest(pathname)
  if (!kept) return undefined
  const { name, short_name: shortName, icons } = (await kept.json()) as Manifest
  return { name, shortName, icon: ownIcon(icons) }
}

async function findManifest(pathname: string): Promise<Response | undefined> {
  const event_hash = eventHashOfPath(pathname)
  return event_hash === undefined
    ? undefined
    : caches.match(manifestPath(event_hash), { cacheName: imageCacheName(event_hash) })
}

async function keepManifest(
  event_hash: string | undefined,
  pathname: string,
  response: Response,
  copy: Response,
): Promise<void> {
  await keepImage(event_hash, pathname, response)
  const icon = ownIcon(((await copy.json()) as Manifest).icons)
  if (icon && !(await caches.match(icon))) await keepImage(event_hash, icon, await fetch(icon))
}

/** The Orma's own picture, which an Orma without one has not. */
function ownIcon(icons: Manifest['icons']): string | undefined {
  return icons.find(({ src }) => src.startsWith('/media/'))?.src
}
