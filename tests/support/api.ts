import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { DEFAULT_PRODUCT } from '../../contract/routes.ts'
import type { Database } from '../../server/db/sql.ts'
import { apiRoutes } from '../../server/http/api-routes.ts'
import type { Route } from '../../server/http/handle.ts'
import type { Log } from '../../server/log.ts'
import type { SmsSender } from '../../server/sms/sms-sender.ts'
import { authenticate, createSession } from '../../server/users/sessions.ts'
import { addUser } from '../../server/users/users.ts'
import type { ClientReply, Person } from './api-client.ts'
import { requireDescribed } from './described.ts'
import { keepEntry, keepPhone } from './kept-logs.ts'
import { openScratchDatabase } from './scratch-database.ts'

/** What a test gives its routes: real parts, except the clock and the sending of SMS. */
export interface TestParts {
  db: Database
  /** A scratch folder, removed by `close`. */
  folder: string
  now: () => number
  sms: SmsSender
  secret: Buffer
  log: Log
}

interface ApiRequestOptions {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  /** Forms, files, texts and streams are sent as they are, anything else as JSON. */
  body?: unknown
  token?: string
  headers?: Record<string, string>
  address?: string
}

export interface TestApi extends TestParts {
  clock: { ms: number; advance: (ms: number) => void }
  /** SMS sent so far, oldest first. */
  sentSms: { phone: string; text: string }[]
  /** What was logged so far. */
  logged: { level: string; message: string; details: unknown }[]
  request: (endpoint: Endpoint, options?: ApiRequestOptions) => Promise<ClientReply>
  /** Makes a user with a session, without a code. */
  signUp: (phone?: string, name?: string) => Promise<Person>
  /** Address by which the API's database can be opened once more. */
  databaseAddress: string
  close: () => Promise<void>
}

/** The API of the given routes on a database of its own, with a clock that stands still until it is set. */
export async function startTestApi(routesOf: (parts: TestParts) => Route[]): Promise<TestApi> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-api-'))
  const { db, address, remove } = await openScratchDatabase()
  const clock = {
    ms: Date.UTC(2026, 5, 20, 18, 30),
    advance(ms: number) {
      clock.ms += ms
    },
  }
  const sentSms: TestApi['sentSms'] = []
  const logged: TestApi['logged'] = []
  const parts: TestParts = {
    db,
    folder,
    now: () => clock.ms,
    sms: {
      async send(phone, text) {
        sentSms.push({ phone, text })
        keepPhone(phone)
      },
    },
    secret: Buffer.alloc(32, 7),
    log: collectLog(logged),
  }
  const app = apiRoutes({
    routes: routesOf(parts),
    authenticate: (token) => authenticate(db, token, clock.ms),
    // So that a test can set the caller's address with X-Forwarded-For.
    trustedProxies: 1,
    fixedParams: { product: DEFAULT_PRODUCT.slug },
    log: parts.log,
  })
  let users = 0

  return {
    ...parts,
    clock,
    sentSms,
    logged,
    databaseAddress: address,
    async request(endpoint, options = {}) {
      const { path, init } = toRequest(endpoint, options)
      const response = await app.request(path, init)
      const text = await response.text()
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      requireDescribed(endpoint, response.status, body)
      return { status: response.status, headers: response.headers, body }
    },
    async signUp(phone, name) {
      users += 1
      const newUser = {
        phone: phone ?? `1555${String(users).padStart(7, '0')}`,
        name: name ?? `Guest ${users}`,
        email: `guest${users}@example.com`,
      }
      const user = await addUser(db, newUser, clock.ms)
      return { user, token: await createSession(db, user.id, clock.ms) }
    },
    async close() {
      await remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function toRequest(endpoint: Endpoint, options: ApiRequestOptions) {
  const { params, query = {}, body, token, headers, address = '192.0.2.1' } = options
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  const path = `${endpointPath(endpoint, params)}${search.size > 0 ? `?${search}` : ''}`
  const isStream = body instanceof ReadableStream
  const isRaw = body instanceof FormData || body instanceof Blob || typeof body === 'string'
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      ...(body === undefined || body instanceof FormData
        ? {}
        : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
      'x-forwarded-for': address,
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw || isStream ? body : JSON.stringify(body) }),
    ...(isStream ? { duplex: 'half' as const } : {}),
  }
  return { path, init }
}

export function collectLog(entries: TestApi['logged']): Log {
  const write =
    (level: string) => (message: string, details?: Readonly<Record<string, unknown>>) => {
      entries.push({ level, message, details })
      keepEntry({ level, message, ...details })
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}
