import { Agent, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import { createApiClient } from '../support/api-client.ts'
import { startOrma } from '../support/orma-server.ts'
import type { Figure } from './figure.ts'
import { residentMegabytes } from './server-figures.ts'

const LISTENERS = 2_000
const AT_ONCE = 100

/** What a page costs the server that only listens. */
export async function liveFigures(): Promise<Figure[]> {
  const orma = await startOrma()
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  try {
    const client = createApiClient(orma)
    const { event_hash } = await client.createOrma(await client.signUp('Olga'))
    const url = orma.url + API_BASE + endpointPath(api.listenLive, { event_hash })
    // The first ones load what all of them share.
    const streams = await listen(url, agent, AT_ONCE)
    const before = residentMegabytes(orma.pid)
    while (streams.length < LISTENERS + AT_ONCE) {
      streams.push(...(await listen(url, agent, AT_ONCE)))
    }
    const each = ((residentMegabytes(orma.pid) - before) * 1000) / LISTENERS
    for (const stream of streams) stream.destroy()
    return [
      { name: 'memory of a live listener', measured: each, unit: 'kB', budget: { atMost: 25 } },
    ]
  } finally {
    agent.destroy()
    await orma.close()
  }
}

function listen(url: string, agent: Agent, count: number): Promise<IncomingMessage[]> {
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<IncomingMessage>((resolve, reject) => {
          get(url, { agent }, (response) => {
            response.on('error', () => undefined)
            response.resume()
            if (response.statusCode === 200) resolve(response)
            else reject(new Error(`the live stream answered ${response.statusCode}`))
          }).on('error', reject)
        }),
    ),
  )
}
