import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import { feedUrl } from './feed-url.ts'
import type { Figure } from './figure.ts'
import { throughput } from './http-load.ts'
import { residentMegabytes } from './server-figures.ts'

const LISTENERS = 2_000
const AT_ONCE = 100
/** V8 gives young garbage more room while a process works for the first time: that is no listener's. */
const WARM_UP = 20_000

/** What a page costs the server that only listens, beside a server that does nothing else. */
export async function liveFigures(): Promise<Figure[]> {
  const orma = await startOrma()
  const bare = await startBare()
  try {
    const client = createApiClient(orma)
    const event = await client.createOrma(await client.signUp('Olga'))
    const { event_hash } = event
    const live = orma.url + API_BASE + endpointPath(api.listenLive, { event_hash })
    const each = await memoryOfListener(orma.pid, feedUrl(orma, event), live)
    const limit = await memoryOfListener(bare.pid, bare.url, `${bare.url}live`)
    const name = 'memory of a live listener'
    return [
      { name, measured: each, unit: 'kB', budget: { atMost: 25 }, isHeld: true },
      { name: `${name} against a bare one`, measured: each, limit, unit: 'kB' },
    ]
  } finally {
    bare.stop()
    await orma.close()
  }
}

async function startBare(): Promise<{ url: string; pid: number; stop: () => void }> {
  const child = fork(join(import.meta.dirname, 'bare-live-server.ts'))
  const [port] = (await once(child, 'message')) as [number]
  const url = `http://127.0.0.1:${port}/`
  return { url, pid: child.pid ?? 0, stop: () => void child.kill() }
}

/** Kilobytes of a process for each who listens. */
async function memoryOfListener(pid: number, ordinary: string, live: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  try {
    await throughput(ordinary, WARM_UP)
    // The first ones load what all of them share.
    await listen(live, agent, AT_ONCE)
    const before = residentMegabytes(pid)
    for (let count = 0; count < LISTENERS; count += AT_ONCE) await listen(live, agent, AT_ONCE)
    return ((residentMegabytes(pid) - before) * 1000) / LISTENERS
  } finally {
    agent.destroy()
  }
}

async function listen(url: string, agent: Agent, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => listenOnce(url, agent)))
}

async function listenOnce(url: string, agent: Agent): Promise<void> {
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) {
    throw new Error(`the live stream answered ${response.statusCode}`)
  }
  response.on('error', () => undefined)
  response.resume()
}
