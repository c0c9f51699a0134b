import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { installProxy, makeCertificate, startProxy } from '../support/deploy-proxies.ts'
import type { ProxyName } from '../support/deploy-proxies.ts'

/** Takes so many connections and answers none: whoever comes after them hears nothing, as of a machine that is off. */
const SILENT = `
const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  require('node:fs').writeSync(1, String(server.address().port))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})`
const FILLED_WITH = 8
/** Half of what nginx waits by itself. */
const SOON_MS = 30_000

it('nginx asks the next machine soon where one is off, which refuses nothing', async () => {
  const { port } = await startAnswering()
  const url = await startByExample('nginx', [port, await openSilentPort()])

  const answers = Array.from({ length: 4 }, () =>
    fetch(`${url}/`, { signal: AbortSignal.timeout(SOON_MS) }).then((answer) => answer.text()),
  )
  expect(await Promise.all(answers)).toEqual(['ok', 'ok', 'ok', 'ok'])
})

it.each([
  ['nginx', 502],
  ['caddy', 502],
  ['haproxy', 503],
] as const)(
  '%s has who opens a link during a restart try again, by a %i',
  async (proxy, status) => {
    const { port, close } = await startAnswering()
    const url = await startByExample(proxy, [port, port])
    close()
    for (const path of ['/aLink', '/api/users/verify', '/app.js']) {
      const answer = await fetch(url + path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'text/html; charset=utf-8',
      ])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const page = await answer.text()
      expect(page).toContain('Orma does not answer right now. This page tries again by itself.')
      expect(page).toContain('<meta http-equiv="refresh" content="3">')
    }
  },
)

/** A process that answers everything until it is closed, or the test ends. */
async function startAnswering(): Promise<{ port: number; close: () => void }> {
  const server = createServer((_incoming, outgoing) => void outgoing.end('ok'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  return { port: (server.address() as AddressInfo).port, close }
}

/** Until the test ends; gives its origin. */
async function startByExample(name: ProxyName, upstreams: [number, number]): Promise<string> {
  if (!installProxy(name)) throw new Error(`install first: ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'orma-proxy-outage-'))
  const proxy = await startProxy(name, {
    folder,
    certificate: makeCertificate(folder),
    upstreams,
  })
  onTestFinished(async () => {
    await proxy.close()
    rmSync(folder, { recursive: true })
  })
  return `https://localhost:${proxy.port}`
}

async function openSilentPort(): Promise<number> {
  const child = spawn(process.execPath, ['-e', SILENT], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(said)
  const sockets = Array.from({ length: FILLED_WITH }, () =>
    connect(port, '127.0.0.1').on('error', () => undefined),
  )
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  await Promise.race(sockets.map((socket) => once(socket, 'connect')))
  return port
}
