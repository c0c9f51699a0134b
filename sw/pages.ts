import { writeDocument } from '../contract/document.ts'
import { precachedPage } from './precache.ts'

/** First path segments under which the server answers with something else than the app. */
const NOT_PAGES = new Set(['api', 'assets', 'media', 'healthz', 'readyz', 'metrics'])
/** Said of the file as it came over the line, not of the page made of it. */
const HEADERS_OF_THE_FILE = ['content-encoding', 'content-length', 'etag', 'last-modified']

/** Whether an address is one of the app's pages; files have a dot in their name. */
export function isPage({ pathname }: URL): boolean {
  const segments = pathname.split('/').slice(1)
  return !NOT_PAGES.has(segments[0] ?? '') && !segments.at(-1)?.includes('.')
}

/** The app's HTML for a navigation, online or not, as the server would write it for this address. */
export async function answerPage(request: Request): Promise<Response> {
  const page = await precachedPage()
  if (!page) return fetch(request)
  const headers = new Headers(page.headers)
  for (const name of HEADERS_OF_THE_FILE) headers.delete(name)
  const { pathname } = new URL(request.url)
  return new Response(writeDocument(await page.text(), pathname), { headers })
}
