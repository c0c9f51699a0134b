import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { documentHeaders } from '../http/security-headers.ts'
import { DOCUMENT_PATH, STYLE_PATH, writeApiPage } from './api-page.ts'
import { writeOpenApi } from './openapi-document.ts'

const FONT = '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2'
/** As the style sheet names it. */
const FONT_PATH = '/fraunces.woff2'

/** The API's own description, to be mounted where the API is: a page for people, a document for programs. */
export function openapiRoutes({ isHttps }: { isHttps: boolean }): Hono {
  const headers = {
    ...documentHeaders({ isHttps }),
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex',
  }
  const style = readFileSync(new URL('./api-page.css', import.meta.url), 'utf8')
  const font = readFileSync(fileURLToPath(import.meta.resolve(FONT)))
  // Made when somebody asks; it stays the same for as long as the process runs.
  let made: { page: string; document: string } | undefined
  const described = () => (made ??= describe())

  const routes = new Hono()
  routes.get('/', (c) => c.html(described().page, 200, headers))
  routes.get(DOCUMENT_PATH, (c) =>
    c.body(described().document, 200, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
    }),
  )
  routes.get(STYLE_PATH, (c) =>
    c.body(style, 200, { ...headers, 'content-type': 'text/css; charset=utf-8' }),
  )
  routes.get(FONT_PATH, (c) =>
    c.body(new Uint8Array(font), 200, { ...headers, 'content-type': 'font/woff2' }),
  )
  return routes
}

function describe(): { page: string; document: string } {
  const openapi = writeOpenApi()
  return { page: writeApiPage(openapi), document: JSON.stringify(openapi) }
}
