import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { CLIENT_ERRORS_PER_ADDRESS } from '../../contract/limits.ts'
import { CHUNK_TYPE, TUS_VERSION } from '../../contract/tus-protocol.ts'
import type { Event } from '../../contract/entities.ts'
import { createApiClient } from '../support/api-client.ts'
import type { Person } from '../support/api-client.ts'
import { HAS_IPV6, installProxy, makeCertificate, startProxy } from '../support/deploy-proxies.ts'
import type { Certificate, DeployProxy, ProxyName } from '../support/deploy-proxies.ts'
import { findPostgres } from '../support/find-postgres.ts'
import { callByHttp1, callByHttp2, createTally, outcomeOf } from '../support/https-caller.ts'
import type { HttpsCall, HttpsCaller } from '../support/https-caller.ts'
import { listenTo } from '../support/live-listener.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import type { PostgresServer } from '../support/postgres-server.ts'
import { createTusCaller } from '../support/tus-caller.ts'

/** Each proxy by its example, and nginx as it speaks by default to what is behind it. */
const PROXIES: Record<string, { name: ProxyName; change?: (example: string) => string }> = {
  nginx: { name: 'nginx' },
  'nginx speaking HTTP/1.0': {
    name: 'nginx',
    change: (example) =>
      example.replace(/^ *proxy_(http_version|set_header Connection|request_buffering) .*\n/gm, ''),
  },
  caddy: { name: 'caddy' },
  haproxy: { name: 'haproxy' },
}
const UPLOADS = 200
const SIZES = [2_500_000, 25_000_000]
const AT_ONCE = 6
/** How long the database is away: the fault itself, not a wait for something. */
const OUTAGE_MS = 20_000

let folder: string
let postgres: PostgresServer
let ormas: OrmaServer[] = []
let certificate: Certificate
let owner: Person
let event: Event
const proxies = new Map<string, DeployProxy>()
beforeAll(async () => {
  const binaries = findPostgres()
  const missing = (['nginx', 'caddy', 'haproxy'] as const).filter((name) => !installProxy(name))
  if (binaries === undefined || missing.length > 0) {
    throw new Error(`install first: ${[...missing, ...(binaries ? [] : ['postgresql'])].join()}`)
  }
  folder = await mkdtemp(join(tmpdir(), 'orma-proxies-'))
  certificate = makeCertificate(folder)
  postgres = await startPostgres(binaries)
  const start = () =>
    startOrma({
      databaseUrl: postgres.urlOf('postgres'),
      dataDir: join(folder, 'data'),
      env: { TRUST_PROXY: '1' },
    })
  ormas = [await start(), await start()]
  const client = createApiClient(ormas[0]!)
  owner = await client.signUp('Olga Owner')
  event = await client.createOrma(owner)
  for (const [title, { name, ...rest }] of Object.entries(PROXIES)) {
    const own = join(folder, title.replaceAll(/\W/g, '-'))
    await mkdir(own)
    const [one = 0, two = 0] = ormas.map(({ url }) => Number(new URL(url).port))
    const setting = { folder: own, certificate, upstreams: [one, two] as const, ...rest }
    proxies.set(title, await startProxy(name, setting))
  }
}, 10 * 60_000)
afterAll(async () => {
  await Promise.all([...proxies.values()].map((proxy) => proxy.close()))
  await Promise.all(ormas.map((orma) => orma.close()))
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

function portOf(title: string): number {
  return proxies.get(title)?.port ?? 0
}

function pathOf(endpoint: Endpoint, params: Record<string, string | number> = {}): string {
  return API_BASE + endpointPath(endpoint, { event_hash: event.event_hash, page: 1, ...params })
}

const readFeed = (): HttpsCall => ({ method: 'GET', path: pathOf(api.listPosts) })

describe.each(Object.keys(PROXIES))('%s', (title) => {
  it('lets no guest choose the id under which a request stands in the log', async () => {
    const call = { ...readFeed(), headers: { 'x-request-id': 'of-another-guest' } }
    const { headers } = await callByHttp1(portOf(title)).send(call)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{32,36}$/)
  })

  it(
    'passes on the refusal of an upload midway, and answers others meanwhile',
    { timeout: 15 * 60_000 },
    async () => {
      const callers = [callByHttp1(portOf(title)), callByHttp2(portOf(title))]
      const [uploads, reads] = [createTally(), createTally()]
      let next = 0
      let isOver = false
      async function upload(): Promise<void> {
        while (next < UPLOADS) {
          const [caller, bytes] = [callers[next % 2], SIZES[Math.floor(next / 2) % 2]]
          next += 1
          const headers = { 'content-type': 'multipart/form-data; boundary=x' }
          const path = pathOf(api.uploadPhoto)
          await uploads.add(caller!.send({ method: 'POST', path, headers, bytes: bytes! }))
        }
      }
      async function read(caller: HttpsCaller): Promise<void> {
        while (!isOver) await reads.add(caller.send(readFeed()))
      }
      const reading = callers.map(read)
      await Promise.all(Array.from({ length: AT_ONCE }, upload))
      isOver = true
      await Promise.all(reading)
      for (const caller of callers) caller.close()
      expect(Object.fromEntries(uploads.counts)).toEqual({ '401 unauthorized': UPLOADS })
      expect([...reads.counts.keys()]).toEqual(['200'])
      expect(reads.counts.get('200')).toBeGreaterThan(UPLOADS / 10)
    },
  )

  it('tells live news at once', async () => {
    const listener = await listenTo(`https://localhost:${portOf(title)}`, event.event_hash)
    expect(listener.response.status).toBe(200)
    const form = new FormData()
    form.set('name', `Heard through ${title}`)
    const { status } = await createApiClient(ormas[1]!).call(api.updateEvent, {
      params: { event_hash: event.event_hash },
      token: owner.token,
      form,
    })
    expect(status).toBe(200)
    await listener.next('EVENT_CHANGED')
    await listener.close()
  })

  it('keeps metrics from the outside, however they are spelled', async () => {
    const caller = callByHttp1(portOf(title))
    for (const path of '/metrics /%6detrics /metrics?all /./metrics /x/../metrics'.split(' ')) {
      const { status, text } = await caller.send({ method: 'GET', path })
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toContain('orma_')
    }
    caller.close()
  })

  it.runIf(HAS_IPV6)('takes guests who come by IPv6', async () => {
    const caller = callByHttp1(portOf(title))
    expect((await caller.send({ ...readFeed(), from: '::1' })).status).toBe(200)
    caller.close()
  })

  it('has each guest counted by their own address, whatever they say it is', async () => {
    const caller = callByHttp1(portOf(title))
    const from = `127.0.1.${1 + Object.keys(PROXIES).indexOf(title)}`
    const tell = (number: number, address: string) =>
      fetchStatus(caller, `203.0.113.${number % 250}`, address)
    const seen = new Set<number>()
    for (let n = 0; n <= CLIENT_ERRORS_PER_ADDRESS.max; n += 1) seen.add(await tell(n, from))
    expect([...seen]).toEqual([204, 429])
    expect(await tell(0, from.replace('127.0.1', '127.0.2'))).toBe(204)
    caller.close()
  })
})

async function fetchStatus(caller: HttpsCaller, said: string, from: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': said }
  const call = { method: 'POST', path: pathOf(api.reportClientError), headers, from }
  return (await caller.send({ ...call, json: { kind: 'worker' } })).status
}

it.each(['nginx', 'caddy', 'haproxy'])(
  '%s passes the bytes of a chunk on as they come',
  async (title) => {
    const tus = createTusCaller(ormas[0]!, event, owner)
    const chunk = Buffer.alloc(6_000_000, 'x')
    const id = await tus.begin(chunk)
    const caller = callByHttp1(portOf(title))
    const sending = caller.send({
      method: 'PATCH',
      path: pathOf(api.appendToUpload, { upload_id: id }),
      headers: {
        authorization: owner.token,
        'content-type': CHUNK_TYPE,
        'tus-resumable': TUS_VERSION,
        'upload-offset': '0',
      },
      bytes: chunk.length,
      stopsAfter: 3_000_000,
    })
    const answered = sending.catch(() => undefined)
    const stored = async () => Number((await tus.head(id)).headers.get('upload-offset'))
    await expect.poll(stored).toBeGreaterThan(0)
    caller.close()
    await answered
  },
)

it(
  'while the database is away every answer through a proxy is ours',
  { timeout: 10 * 60_000 },
  async () => {
    const tally = createTally()
    const headers = { authorization: owner.token, 'content-type': 'text/plain' }
    const calls: HttpsCall[] = [
      readFeed(),
      { method: 'GET', path: pathOf(api.getProfile), headers },
      { method: 'POST', path: pathOf(api.uploadPhoto), headers, bytes: SIZES[0]! },
    ]
    const callers = [...proxies.values()].flatMap(({ port }) => [
      callByHttp1(port),
      callByHttp2(port),
    ])
    let isOver = false
    const asking = callers.map(async (caller) => {
      for (let n = 0; !isOver; n += 1) await tally.add(caller.send(calls[n % calls.length]!))
    })
    await postgres.without(() => pause(OUTAGE_MS))
    const isBack = async () => (await fetch(`${ormas[0]!.url}/readyz`)).status === 200
    await expect.poll(isBack).toBe(true)
    isOver = true
    await Promise.all(asking)
    expect([...tally.counts.keys()].toSorted()).toEqual([
      '200',
      '415 wrong_content_type',
      '503 unavailable again in 5',
    ])
    for (const caller of callers) {
      expect(await outcomeOf(caller.send(readFeed()))).toBe('200')
      caller.close()
    }
  },
)
