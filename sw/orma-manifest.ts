import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core/types.js'
import { NetworkFirst } from 'workbox-strategies'
import { eventHashOfPath, manifestPath } from '../contract/document.ts'
import type { DocumentOrma } from '../contract/document.ts'
import type { Event } from '../contract/entities.ts'
import { readAnswer } from '../src/cache/answers.ts'
import { cachePicture } from '../src/cache/picture-quota.ts'
import { pictureCacheName } from '../src/cache/cached-pictures.ts'
import { queryKeys } from '../src/cache/query-keys.ts'
import { answerBy } from './answer-by.ts'

/** After this time the cached manifest is used. */
const PATIENCE_MS = 10_000

interface Manifest {
  name: string
  icons: { src: string }[]
}

/** Whether a file is the manifest that makes an Orma an app of its own. */
export function isOrmaManifest({ request, sameOrigin, url }: RouteMatchCallbackOptions): boolean {
  const event_hash = eventHashOfPath(url.pathname)
  const isManifest = event_hash !== undefined && url.pathname === manifestPath(event_hash)
  return isManifest && sameOrigin && request.mode !== 'navigate'
}

/** The server's manifest; without a network the cached one. Cached with the Orma's pictures, as is its icon. */
export function answerManifest({ event, url }: RouteHandlerCallbackOptions): Promise<Response> {
  const event_hash = eventHashOfPath(url.pathname)
  const manifests = new NetworkFirst({
    cacheName: pictureCacheName(event_hash),
    // `networkTimeoutSeconds` would wait for ever where none is cached.
    fetchOptions: { signal: AbortSignal.timeout(PATIENCE_MS) },
    plugins: [
      {
        // The page of a captive portal counts as no answer.
        fetchDidSucceed: async ({ response }) => {
          if (!isJson(response)) throw new TypeError('not a manifest')
          return response
        },
        cacheDidUpdate: ({ newResponse }) => cacheIcon(event_hash, newResponse),
      },
    ],
  })
  return answerBy(manifests, { event, request: new Request(url.pathname) })
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') ?? false
}

/** What the HTML of an Orma's pages says of it, as far as it is cached. */
export async function cachedOrma(event_hash: string): Promise<DocumentOrma | undefined> {
  const cached = await caches.match(manifestPath(event_hash), {
    cacheName: pictureCacheName(event_hash),
  })
  if (!cached || !isJson(cached)) return nameOnly(event_hash)
  const { name, icons } = (await cached.json()) as Manifest
  return { name, icon: ownIcon(icons) }
}

/** The browser asks for a manifest late: for a page that was left at once none is cached. */
async function nameOnly(event_hash: string): Promise<DocumentOrma | undefined> {
  const answer = await readAnswer(queryKeys.event(event_hash))
  return answer?.data ? { name: (answer.data as Event).name } : undefined
}

async function cacheIcon(event_hash: string | undefined, manifest: Response): Promise<void> {
  const icon = ownIcon(((await manifest.json()) as Manifest).icons)
  if (icon && !(await caches.match(icon))) await cachePicture(event_hash, icon, await fetch(icon))
}

/** The Orma's own picture; undefined where it has none. */
function ownIcon(icons: Manifest['icons']): string | undefined {
  return icons.find(({ src }) => src.startsWith('/media/'))?.src
}
