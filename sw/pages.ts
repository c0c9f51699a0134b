import { writeDocument } from '../contract/document.ts'
import { LEGAL } from '../contract/routes.ts'
import { keptOrma } from './orma-manifest.ts'
import { precachedPage } from './precache.ts'

/** Said of the file as it came over the line, not of the page made of it. */
const HEADERS_OF_THE_FILE = ['content-encoding', 'content-length', 'etag', 'last-modified']

const MAY_BE_ELSEWHERE: readonly string[] = Object.values(LEGAL)

/** A page for a navigation: the app's, but where the server leads to one of the operator's own in its place. */
export async function answerNavigation(request: Request): Promise<Response> {
  if (MAY_BE_ELSEWHERE.includes(new URL(request.url).pathname)) {
    const answer = await fetch(request).catch(() => undefined)
    if (answer?.type === 'opaqueredirect') return answer
  }
  return answerPage(request)
}

/** The app's HTML for a navigation, online or not, as the server would write it for this address. */
async function answerPage(request: Request): Promise<Response> {
  const page = await precachedPage()
  if (!page) return fetch(request)
  const headers = new Headers(page.headers)
  for (const name of HEADERS_OF_THE_FILE) headers.delete(name)
  const { pathname } = new URL(request.url)
  // Its name is a comfort: whatever is wrong with the storage, the page opens.
  const orma = await keptOrma(pathname).catch(() => undefined)
  return new Response(writeDocument(await page.text(), pathname, { orma }), { headers })
}
