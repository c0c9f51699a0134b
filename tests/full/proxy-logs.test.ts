import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { installProxy, makeCertificate, startProxy } from '../support/deploy-proxies.ts'
import type { ProxyName } from '../support/deploy-proxies.ts'

const LINK = 'aLinkThatOnlyGuestsHave'

it.each(['nginx', 'caddy', 'haproxy'] as const)(
  '%s writes no address of an Orma down, also where the server does not answer',
  async (name: ProxyName) => {
    if (!installProxy(name)) throw new Error(`install first: ${name}`)
    const folder = mkdtempSync(join(tmpdir(), 'orma-proxy-logs-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const certificate = makeCertificate(folder)
    const server = createServer((incoming, outgoing) =>
      incoming.url?.startsWith(`/broken/${LINK}`) ? incoming.socket.destroy() : outgoing.end('ok'),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo

    const proxy = await startProxy(name, { folder, certificate, upstreams: [port, port] })
    const secure = `https://localhost:${proxy.port}`
    expect((await fetch(`${secure}/${LINK}?ticket=1`)).status).toBe(200)
    const plain = `http://127.0.0.1:${proxy.plainPort}/${LINK}`
    expect((await fetch(plain, { redirect: 'manual' })).status).toBeGreaterThan(300)
    // 502, or a connection that ends as well.
    const broken = await fetch(`${secure}/broken/${LINK}`).catch(() => undefined)
    expect(broken?.ok).not.toBe(true)
    await proxy.close()

    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    const told = files.filter((file) =>
      readFileSync(join(folder, file.name), 'utf8').includes(LINK),
    )
    expect(told.map((file) => file.name)).toEqual([])
  },
)
