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
import { inTime } from '../src/device/wait.ts'
import { cachedOrma } from './orma-manifest.ts'
import { installFiles, precachedPage } from './precache.ts'

/** They describe the file as it was sent, not the page made of it. */
const HEADERS_OF_THE_FILE = ['content-encoding', 'content-length', 'etag', 'last-modified']
/** The page is made without what storage has not given by then. */
const PATIENCE_MS = 300

const MAY_BE_ELSEWHERE: readonly string[] = Object.values(LEGAL)

/** Answers a navigation with the app's page, or with the server's redirect to one of the operator's own. */
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
  const [page, parts] = await Promise.all([precachedPage(), cachedParts(pathname)])
  if (!page) {
    // The browser has lost it, and perhaps others.
    event.waitUntil(installFiles(event).catch(console.error))
    return fetch(request)
  }
  const headers = new Headers(page.headers)
  for (const name of HEADERS_OF_THE_FILE) headers.delete(name)
  return new Response(writeDocument(await page.text(), pathname, parts), { headers })
}

/** What the HTML of an Orma's pages says of it. Whatever is wrong with the storage, the page opens, only without these parts. */
async function cachedParts(pathname: string): Promise<DocumentParts> {
  const event_hash = eventHashOfPath(pathname)
  if (event_hash === undefined) return {}
  const isFeed = pathname === `/${event_hash}`
  const [orma, page] = await Promise.all([
    inTime(cachedOrma(event_hash), PATIENCE_MS),
    isFeed ? inTime(cachedFirstPage(event_hash), PATIENCE_MS) : undefined,
  ])
  return { orma, ...page }
}

/** What the HTML of an Orma's page shows before the app is there: its data and photos, as far as they are cached. */
async function cachedFirstPage(event_hash: string): Promise<DocumentParts> {
  const first = await readFirstPage(event_hash)
  const photos = (first?.posts ?? []).slice(0, FIRST_PHOTOS)
  const head = photos.flatMap(({ compressed_url: src }) =>
    src ? `<link rel="preload" as="image" href="${escapeHtml(src)}" />` : [],
  )
  return { head, first }
}
