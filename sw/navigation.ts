import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js'
import {
  escapeHtml,
  eventHashOfPath,
  withoutCopiedSigns,
  writeDocument,
} from '../contract/document.ts'
import type { DocumentParts } from '../contract/document.ts'
import { FIRST_PHOTOS, LEGAL } from '../contract/routes.ts'
import { PATIENCE_MS as ANSWER_WITHIN_MS } from '../src/api/contact.ts'
import { readFirstPage } from '../src/cache/answers.ts'
import { keptOrma } from './orma-manifest.ts'
import { precachedPage, refillPrecache } from './precache.ts'

/** Said of the file as it came over the line, not of the page made of it. */
const HEADERS_OF_THE_FILE = ['content-encoding', 'content-length', 'etag', 'last-modified']
/** What the storage has not given by then the page does without. */
const PATIENCE_MS = 300

const MAY_BE_ELSEWHERE: readonly string[] = Object.values(LEGAL)

/** A page for a navigation: the app's, but where the server leads to one of the operator's own in its place. */
export async function answerNavigation(options: RouteHandlerCallbackOptions): Promise<Response> {
  const { request, url } = options
  const meant = withoutCopiedSigns(url.pathname)
  if (meant) return Response.redirect(meant)
  if (MAY_BE_ELSEWHERE.includes(url.pathname)) {
    const answer = await inTime(fetch(request), ANSWER_WITHIN_MS)
    if (answer?.type === 'opaqueredirect') return answer
  }
  return answerPage(options)
}

/** The app's HTML for a navigation, online or not, as the server would write it for this address. */
async function answerPage({ event, request, url }: RouteHandlerCallbackOptions): Promise<Response> {
  const { pathname } = url
  const [page, parts] = await Promise.all([precachedPage(), keptParts(pathname)])
  if (!page) {
    refillPrecache(event).catch(console.error)
    return fetch(request)
  }
  const headers = new Headers(page.headers)
  for (const name of HEADERS_OF_THE_FILE) headers.delete(name)
  return new Response(writeDocument(await page.text(), pathname, parts), { headers })
}

/** It is a comfort: whatever is wrong with the storage, the page opens. */
async function keptParts(pathname: string): Promise<DocumentParts> {
  const [orma, page] = await Promise.all([inTime(keptOrma(pathname)), inTime(keptPage(pathname))])
  return { orma, ...page }
}

/** Undefined where it fails, or does not come in time. */
function inTime<T>(read: Promise<T>, ms = PATIENCE_MS): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms))
  return Promise.race([read, late]).catch(() => undefined)
}

/** What the HTML of an Orma's page shows, and spares the page to look for, as this device has cached it. */
async function keptPage(pathname: string): Promise<DocumentParts> {
  const event_hash = eventHashOfPath(pathname)
  const isFeed = event_hash !== undefined && pathname === `/${event_hash}`
  const first = isFeed ? await readFirstPage(event_hash) : undefined
  const photos = (first?.posts ?? []).slice(0, FIRST_PHOTOS)
  const head = photos.flatMap(({ compressed_url: src }) =>
    src ? `<link rel="preload" as="image" href="${escapeHtml(src)}" />` : [],
  )
  return { head, first }
}
