import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { withoutCopiedSigns } from '../../contract/document.ts'
import {
  ANALYTICS_HOST_META,
  API_HOST_META,
  DEFAULT_COUNTRY_META,
  HTML_MARKERS,
  LAZY_FILES,
  LEGAL,
  SHARE,
} from '../../contract/routes.ts'
import { SerializedAnswer } from './reply.ts'
import { createPreloads, readWorkerScript } from './built-app.ts'
import { documentHeaders } from './security-headers.ts'
import { writePage } from './write-page.ts'
import type { PageParts } from './write-page.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/**
 * Search engines that heed `noindex`, and chats that show a link's name. Who may not read a page does not find that it is not to be
 * listed, and may list its bare address where another page names it.
 */
const MAY_READ = [
  'Googlebot',
  'Bingbot',
  'DuckDuckBot',
  'Applebot',
  'YandexBot',
  'Twitterbot',
  'facebookexternalhit',
  'WhatsApp',
  'TelegramBot',
  'Slackbot-LinkExpanding',
  'Discordbot',
  'LinkedInBot',
]
const ROBOTS = [
  ...MAY_READ.map((name) => `User-agent: ${name}`),
  'Allow: /',
  '',
  'User-agent: *',
  'Allow: /$',
  'Disallow: /',
  '',
].join('\n')

interface PageOptions {
  /** Folder of the built app. */
  dist: string
  /** What other builds, whose pages may still be open, have at an address below `/assets/`. */
  readOther: (path: string) => Promise<Buffer<ArrayBuffer> | undefined>
  isHttps: boolean
  /** False: pages register no worker, and the one they have goes. */
  hasWorker?: boolean
  publicUrl?: string | undefined
  /** Origin that photos are got from, where it is not the server's. */
  mediaHost?: string | undefined
  /** The operator's own pages in the place of ours. */
  termsUrl?: string | undefined
  privacyUrl?: string | undefined
  /** The country that phone numbers are taken for at first. */
  defaultCountry?: string | undefined
  /** What the HTML of one address says besides. */
  partsOf: (c: Context) => Promise<PageParts>
}

/** The built app: its files, and its HTML for every address that is a page's. */
export function pageRoutes({
  dist,
  readOther,
  isHttps,
  hasWorker = true,
  publicUrl,
  mediaHost,
  termsUrl,
  privacyUrl,
  defaultCountry,
  partsOf,
}: PageOptions): Hono {
  const pages = new Hono()
  const preloadsOf = createPreloads(dist)
  const html = withCountry(readFileSync(join(dist, 'index.html'), 'utf8'), defaultCountry)
  const apiHost = metaOf(html, API_HOST_META)
  const analyticsHost = metaOf(html, ANALYTICS_HOST_META)
  const headers = documentHeaders({ isHttps, apiHost, mediaHost, analyticsHost })
  const files = serveStatic({
    root: dist,
    precompressed: true,
    rewriteRequestPath: (path) => (path === '/sw.js' && !hasWorker ? '/sw-off.js' : path),
    onFound: (_path, c) => {
      const isAsset = c.req.path.startsWith('/assets/')
      c.header('cache-control', isAsset ? IMMUTABLE : REVALIDATE)
      for (const [name, value] of Object.entries(headers)) c.header(name, value)
    },
  })
  const worker = hasWorker ? readWorkerScript(dist, { headers, defaultCountry }) : undefined

  const revalidated = { ...headers, 'cache-control': REVALIDATE }
  const ofHtml = { ...revalidated, 'content-type': 'text/html; charset=utf-8' }

  pages.get('/assets/*', files, async (c) => {
    const bytes = await readOther(c.req.path)
    const type = getMimeType(c.req.path)
    if (!bytes || !type) return notThere(c)
    const about = { ...headers, 'content-type': type, 'cache-control': IMMUTABLE }
    return send(c, new SerializedAnswer(bytes), about)
  })
  pages.get('/icons/*', files, notThere)
  if (worker) {
    const about = { ...revalidated, 'content-type': 'text/javascript; charset=utf-8' }
    pages.get('/sw.js', (c) => send(c, worker, about))
  }
  // The worker caches it and fills it for each address itself.
  pages.get('/index.html', (c) => send(c, new SerializedAnswer(Buffer.from(html)), ofHtml))
  const named = ['/sw.js', '/manifest.webmanifest', '/favicon.ico', '/licences.txt', LAZY_FILES]
  for (const file of named) pages.get(file, files, notThere)
  pages.get('/robots.txt', (c) => c.text(ROBOTS))
  // The worker answers the share target. Without a worker the shared photos are lost, and the page says so.
  pages.post(SHARE.path, (c) => c.redirect(SHARE.path, 303))
  if (termsUrl) pages.get(LEGAL.terms, (c) => c.redirect(termsUrl))
  if (privacyUrl) pages.get(LEGAL.privacy, (c) => c.redirect(privacyUrl))
  pages.get('*', async (c) => {
    const meant = withoutCopiedSigns(c.req.path)
    if (meant) return c.redirect(meant)
    // A missing file is 404: who asks for a script or picture must not get HTML.
    if (/\.[a-z0-9]{1,12}$/i.test(c.req.path)) return notThere(c)
    const options = { preload: preloadsOf(c.req.path), hasWorker, publicUrl }
    // With the API on another host, only that host knows what the page shows.
    const parts = apiHost ? {} : await partsOf(c)
    const page = new SerializedAnswer(Buffer.from(writePage(html, c.req.path, parts, options)))
    const isListed = c.req.path === '/'
    return send(c, page, isListed ? ofHtml : { ...ofHtml, 'x-robots-tag': 'noindex' })
  })
  return pages
}

/** The app's HTML with what this host says in it of itself. */
function withCountry(html: string, defaultCountry: string | undefined): string {
  if (!defaultCountry) return html
  const meta = `<meta name="${DEFAULT_COUNTRY_META}" content="${defaultCountry}" />`
  return html.replace(HTML_MARKERS.head, (marker) => `${meta}\n    ${marker}`)
}

/** What this build says of itself in its HTML. */
export function metaOf(html: string, name: string): string | undefined {
  return new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1]
}

function notThere(c: Context): Response {
  return c.text('Not found', 404, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
}

/** What was not compressed beforehand, as small as its reader can take it. */
async function send(
  c: Context,
  answer: SerializedAnswer<unknown>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const accepted = c.req.header('accept-encoding') ?? null
  return answer.send(accepted, { headers: { ...headers, vary: 'accept-encoding' } })
}
