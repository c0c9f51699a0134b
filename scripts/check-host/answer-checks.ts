import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import { MAX_UPLOAD_BYTES } from '../../contract/limits.ts'
import { ask } from './ask.ts'
import { good, unseen, wrong } from './finding.ts'
import type { Finding } from './finding.ts'
import { reasonOf } from './line-checks.ts'
import type { Host } from './line-checks.ts'

/** A stream begins at once; a proxy that collects its bytes lets nothing through for as long. */
const STREAM_MS = 5_000
/** A photo of 30 MB at 2 Mbit/s. */
const UPLOAD_MS = 2 * 60_000
/** None has this address. */
const NO_ORMA = '0'.repeat(32)
const LONG_MAX_AGE = /^max-age=\d{6,}/

export function checkHsts({ origin, home }: Host): Finding {
  const what = 'Strict-Transport-Security, Secure cookies'
  if (origin.protocol === 'http:') return unseen(what, 'they belong to HTTPS')
  if (LONG_MAX_AGE.test(home.header('strict-transport-security'))) {
    return good(what, 'the server knows that people come by HTTPS')
  }
  return wrong(
    what,
    'the header is not sent',
    'set PUBLIC_URL to the https address and start the server again',
  )
}

/** What the first page says of PUBLIC_URL, which codes by SMS are bound to. */
export async function checkPublicUrl({ origin, isLocal }: Host): Promise<Finding> {
  const what = 'PUBLIC_URL'
  const { body } = await ask(new URL('/', origin))
  const said = /<meta property="og:url" content="([^"]*)\/"/.exec(body)?.[1]
  if (said === origin.origin) return good(what, 'it is this address')
  if (said !== undefined && (origin.protocol === 'https:' || !isLocal))
    return wrong(
      what,
      `the server says that its name is ${said}`,
      `where ${origin.origin} is an old name that is kept, that is right; otherwise set it to ${origin.origin} and start the server again`,
    )
  return unseen(what, said ? `it is ${said}` : 'the server does not say it, or has none')
}

export function checkContentPolicy({ home }: Host): Finding {
  const what = 'Content-Security-Policy'
  const policy = home.header('content-security-policy')
  const isStrict =
    policy.startsWith("default-src 'none'") &&
    policy.includes("require-trusted-types-for 'script'") &&
    !/script-src[^;]*'unsafe-/.test(policy)
  if (isStrict && !policy.includes(', ')) return good(what, 'it is the one that Orma sends')
  const seen = policy === '' ? 'none is sent' : 'it is not the one that Orma sends'
  return wrong(what, seen, 'have the proxy neither remove, change nor add this header')
}

export function checkCompression({ home }: Host): Finding {
  const encoding = home.header('content-encoding')
  if (encoding) return good('compression', `pages come as ${encoding}`)
  return wrong('compression', 'pages come as they are', 'have the proxy pass Accept-Encoding on')
}

export async function checkWorker({ origin }: Host): Promise<Finding> {
  const { status, header } = await ask(new URL('/sw.js', origin))
  const [type, cache] = [header('content-type'), header('cache-control')]
  if (status !== 200 || !type.includes('javascript')) {
    const todo = 'have the proxy pass every path on, and build the app (npm run build)'
    return wrong('/sw.js', `it answers ${status} ${type}`.trim(), todo)
  }
  if (cache === 'no-cache') return good('/sw.js', 'it is asked for anew each time')
  const todo = 'have the proxy leave Cache-Control as it is, or phones stay on an old release'
  return wrong('/sw.js', `its Cache-Control is ${cache || 'missing'}`, todo)
}

export async function checkManifest({ origin }: Host): Promise<Finding> {
  const what = '/manifest.webmanifest'
  const { status, body } = await ask(new URL(what, origin))
  if (status === 200 && 'icons' in parse(body)) return good(what, 'the app can be installed')
  return wrong(what, `it answers ${status} and no manifest`, 'have the proxy pass every path on')
}

export async function checkApi({ origin }: Host): Promise<Finding> {
  const { status, body } = await ask(new URL(API_BASE + endpointPath(api.verifySession), origin))
  if (status === 401 && 'error' in parse(body)) return good(API_BASE, 'it answers in JSON')
  const todo = `have the proxy pass ${API_BASE} on with its whole path, and leave its answers as they are`
  return wrong(API_BASE, `it answers ${status} where Orma says 401 in JSON`, todo)
}

export async function checkReady({ origin }: Host): Promise<Finding> {
  const { status, body } = await ask(new URL('/readyz', origin))
  if (status === 200 && body === 'ok') return good('/readyz', 'database and files are there')
  const said = body.slice(0, 200)
  if (status === 200 && body.startsWith('ok,'))
    return wrong('/readyz', said, 'make room on the disk')
  if (status === 503 && body.endsWith('disk full'))
    return wrong('/readyz', said, 'make room on the disk, and see the log of the server')
  if (status === 503) return wrong('/readyz', said, 'see the log of the server')
  return unseen('/readyz', `it is closed to the outside (${status})`)
}

export async function checkMetrics({ origin, isLocal }: Host): Promise<Finding> {
  const { status, body } = await ask(new URL('/metrics', origin))
  if (!body.includes('process_uptime_seconds')) {
    return good('/metrics', `it is closed to the outside (${status})`)
  }
  if (isLocal) return unseen('/metrics', 'open to this machine, as it has to be')
  return wrong('/metrics', 'everybody can read it', 'have the proxy answer 404 there')
}

export async function checkLiveStream({ origin, event_hash }: Host): Promise<Finding> {
  const what = 'live stream'
  if (!event_hash)
    return unseen(what, "give an Orma's link instead of the address to have it tried")
  const url = new URL(API_BASE + endpointPath(api.listenLive, { event_hash }), origin)
  const todo = 'have the proxy pass events on as they come (nginx: proxy_buffering off)'
  try {
    const { status, header } = await ask(url, { isStream: true, waitMs: STREAM_MS })
    if (status === 404) return wrong(what, 'there is no such Orma', 'check the link')
    if (status !== 200) return unseen(what, `this Orma answers ${status}`)
    if (header('content-type').startsWith('text/event-stream'))
      return good(what, 'news arrive at once')
    return wrong(what, `it is ${header('content-type')}`, todo)
  } catch (error) {
    return wrong(what, `nothing arrives (${reasonOf(error)})`, todo)
  }
}

/** Sends the largest photo without being signed in: only Orma refuses it for that. */
export async function checkUpload({ origin }: Host): Promise<Finding> {
  const what = 'large photos'
  const url = new URL(API_BASE + endpointPath(api.uploadPhoto, { event_hash: NO_ORMA }), origin)
  const headers = { 'content-type': 'multipart/form-data; boundary=photo' }
  const question = { method: 'POST', headers, bodyBytes: MAX_UPLOAD_BYTES, waitMs: UPLOAD_MS }
  try {
    const { status } = await ask(url, question)
    if (status === 401) return good(what, 'one of 30 MB reaches the server')
    const todo = 'have the proxy let 32 MB through (nginx: client_max_body_size 32m)'
    return wrong(what, `one of 30 MB is answered ${status}`, todo)
  } catch (error) {
    const todo = 'try again on a faster line; if it stays so, have the proxy let 32 MB through'
    return wrong(what, `one of 30 MB does not get through (${reasonOf(error)})`, todo)
  }
}

export function aboutForwardedFor(): Finding {
  return unseen(
    'X-Forwarded-For',
    'set TRUST_PROXY to the number of proxies in front, each of which has to set it itself: with too many, whoever writes the header chooses their address; with too few, all guests count as one',
  )
}

/** What JSON holds; nothing where it is none. */
function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // Something else answers here.
    return {}
  }
}
