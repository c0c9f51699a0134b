import { writeDocument } from '../contract/document.ts'
import { keptOrma } from './orma-manifest.ts'
import { precachedPage } from './precache.ts'

/** Said of the file as it came over the line, not of the page made of it. */
const HEADERS_OF_THE_FILE = ['content-encoding', 'content-length', 'etag', 'last-modified']

/** The app's HTML for a navigation, online or not, as the server would write it for this address. */
export async function answerPage(request: Request): Promise<Response> {
  const page = await precachedPage()
  if (!page) return fetch(request)
  const headers = new Headers(page.headers)
  for (const name of HEADERS_OF_THE_FILE) headers.delete(name)
  const { pathname } = new URL(request.url)
  // Its name is a comfort: whatever is wrong with the storage, the page opens.
  const orma = await keptOrma(pathname).catch(() => undefined)
  return new Response(writeDocument(await page.text(), pathname, { orma }), { headers })
}
