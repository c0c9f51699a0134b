import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createPlainServer, request } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createApiClient } from '../support/api-client.ts'
import { makeCertificate } from '../support/deploy-proxies.ts'
import { runProgram } from '../support/failed-start.ts'
import { canMount, mountSmallDisk } from '../support/full-disk.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'

let orma: OrmaServer
let event_hash: string
let folder: string
/** A proxy that speaks HTTPS, and what it does wrong. */
let proxy: Server
let isCareless: boolean

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orma-host-'))
  const { certificate, key } = makeCertificate(folder, 10)
  proxy = createServer(
    { key: await readFile(key), cert: await readFile(certificate) },
    (incoming, outgoing) =>
      isCareless
        ? passCarelessly(incoming, outgoing)
        : pass(incoming, outgoing, (headers) => headers),
  )
  proxy.listen(0)
  await once(proxy, 'listening')
  orma = await startOrma({ env: { PUBLIC_URL: secureUrl(), HOST: '0.0.0.0' } })
  const client = createApiClient(orma)
  ;({ event_hash } = await client.createOrma(await client.signUp('Olga Owner')))
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await orma.close()
  await rm(folder, { recursive: true, force: true })
})

const look = (address: string) =>
  runProgram(['scripts/check-host/main.ts', address], {
    NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
  })
const secureUrl = () => `https://localhost:${(proxy.address() as AddressInfo).port}`

describe('npm run check-host', () => {
  it('finds nothing wrong with a server on this machine, and says what it cannot see', async () => {
    const { code, out, error } = await look(`${orma.url}/${event_hash}`)
    expect(error).toBe('')
    expect(statesOf(out)).toEqual({
      HTTPS: 'unseen',
      'HTTP to HTTPS': 'unseen',
      PUBLIC_URL: 'unseen',
      'Strict-Transport-Security, Secure cookies': 'unseen',
      'Content-Security-Policy': 'good',
      compression: 'good',
      '/sw.js': 'good',
      '/manifest.webmanifest': 'good',
      '/api': 'good',
      '/readyz': 'good',
      '/metrics': 'unseen',
      'large photos': 'good',
      'live stream': 'good',
      clock: 'good',
      'X-Forwarded-For': 'unseen',
    })
    expect(out).toMatch(/^good {4}clock: within \d s of this machine's\.$/m)
    expect(out).toMatch(/\nNothing is wrong\.\n$/)
    expect(code).toBe(0)
  })

  it('says that there is no such Orma where its link is wrong', async () => {
    const { code, out } = await look(`${orma.url}/${'x'.repeat(22)}`)
    expect(out).toContain('wrong   live stream: there is no such Orma; check the link.\n')
    expect(code).toBe(1)
    expect((await look(`${orma.url}/${event_hash}/timeline`)).code).toBe(0)
  })

  it('says of each fault of a careless proxy what to do, and ends with 1', async () => {
    isCareless = true
    const { code, out } = await look(`${secureUrl()}/${event_hash}`)
    const states = statesOf(out)
    const right = Object.keys(states).filter((what) => states[what] !== 'wrong')
    const others = ['/readyz', '/metrics', 'X-Forwarded-For']
    expect(right).toEqual(['HTTP to HTTPS', 'PUBLIC_URL', ...others])
    expect(out).toContain('wrong   HTTPS: the certificate holds for 9 days; ')
    expect(out).toContain('wrong   large photos: one of 30 MB is answered 413; ')
    expect(out).toContain('wrong   live stream: nothing arrives (no answer in time); ')
    expect(out).toMatch(/wrong {3}clock: it is 36\d\d s behind this machine; /)
    expect(code).toBe(1)
  })

  it('sees through HTTPS what a good proxy passes on', async () => {
    isCareless = false
    const { out } = await look(secureUrl())
    const wrongs = Object.entries(statesOf(out)).filter(([, state]) => state === 'wrong')
    // Its certificate is almost over, and it closes nothing.
    expect(wrongs.map(([what]) => what)).toEqual(['HTTPS'])
  })

  it('finds a server wrong that is open to the world without a proxy', async () => {
    const { out, code } = await look(orma.url.replace('localhost', '127.0.0.2'))
    expect(out).toContain('wrong   HTTPS: the address is plain HTTP; have a proxy')
    expect(out).toContain(
      'wrong   /metrics: everybody can read it; have the proxy answer 404 there.',
    )
    expect(code).toBe(1)
  })

  it('says which address to take where the one given leads on', async () => {
    const leading = createPlainServer((_, answer) =>
      answer.writeHead(308, { location: `${secureUrl()}/` }).end(),
    )
    onTestFinished(() => void leading.close())
    await once(leading.listen(0, 'localhost'), 'listening')
    const { out } = await look(`http://localhost:${(leading.address() as AddressInfo).port}`)
    expect(out).toContain(`308; say where it leads: npm run check-host -- ${secureUrl()}/.\n`)
  })

  it('says why where nobody answers, and how it is asked', async () => {
    const silent = await look('https://localhost:1')
    expect(silent).toMatchObject({ code: 1, error: '' })
    expect(silent.out).toMatch(/^wrong {3}first page: no answer \(.*ECONNREFUSED.*\); see whether /)
    const strange = await runProgram(['scripts/check-host/main.ts', secureUrl()])
    expect(strange.out).toBe(
      'wrong   HTTPS: browsers do not trust the certificate (self-signed certificate); have the proxy use one for this name of an authority that browsers know; to look with one of your own, put NODE_EXTRA_CA_CERTS=/path/to/cert.pem before the command.\n1 wrong.\n',
    )
    expect((await look('photos.example')).error).toMatch(/^Say which installation/)
  })
})

it('npm run check-host says where PUBLIC_URL is another address than the one people come by', async () => {
  await orma.restart({ env: { PUBLIC_URL: 'https://wrong.example.org' } })
  const { out, code } = await look(secureUrl())
  expect(out).toContain(
    `wrong   PUBLIC_URL: the server says that its name is https://wrong.example.org; where ${secureUrl()} is an old name that is kept, that is right; otherwise set it to ${secureUrl()} and start the server again.\n`,
  )
  expect(code).toBe(1)
})

// Only root may mount a disk.
it.runIf(canMount())(
  'npm run check-host says that the disk is full, or almost, and to make room',
  async () => {
    const disk = mountSmallDisk(join(folder, 'disk'), 64)
    const small = await startOrma({ dataDir: disk.folder })
    try {
      const ready = async () => /^.*\/readyz: .*$/m.exec((await look(small.url)).out)?.[0]
      expect(await ready()).toMatch(
        /^wrong {3}\/readyz: ok, but little room is left on the disk: \d+ MB, \d+ %; make room on the disk\.$/,
      )
      disk.fill()
      expect(await ready()).toBe(
        'wrong   /readyz: not ready: disk full; make room on the disk, and see the log of the server.',
      )
      disk.free()
    } finally {
      await small.close()
      disk.remove()
    }
  },
)

/** What was found of each thing, in the order in which it is said. */
function statesOf(out: string): Record<string, string> {
  const found = out.matchAll(/^(good|wrong|unseen) +(.+?): /gm)
  return Object.fromEntries([...found].map(([, state = '', what = '']) => [what, state]))
}

/** As a good proxy does: it reads a body away that was answered early. */
function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  change: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders,
): void {
  const { method, url, headers } = incoming
  const onward = request(orma.url + url, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, change(answer.headers))
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => incoming.complete && onward.destroy())
  incoming.pipe(onward)
}

/** As proxies are set up that were made for something else. */
function passCarelessly(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { url = '', headers } = incoming
  if (Number(headers['content-length']) > 1_000_000) return void outgoing.writeHead(413).end()
  if (url === '/manifest.webmanifest') return void outgoing.writeHead(404).end('Not found')
  if (url === '/api/users/verify') return void outgoing.writeHead(502).end('<h1>Bad gateway</h1>')
  // It collects what comes before it passes anything on.
  if (url.endsWith('/live')) return
  delete headers['accept-encoding']
  pass(incoming, outgoing, (answered) => {
    delete answered['strict-transport-security']
    // As if the server's clock were wrong: the proxy writes the right Date.
    const clock = new Date(Date.now() - 3_600_000).toUTCString()
    return {
      ...answered,
      ...(url === '/healthz' && { 'last-modified': clock }),
      'cache-control': 'max-age=86400',
      'content-security-policy': "default-src * 'unsafe-inline'",
    }
  })
}
