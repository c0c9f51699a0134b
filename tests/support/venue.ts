import { createApiClient } from './api-client.ts'
import type { ApiClient } from './api-client.ts'
import { startGateway } from './gateway.ts'
import type { Gateway } from './gateway.ts'
import { startOrma } from './orma-server.ts'
import type { OrmaServer, OrmaServerOptions } from './orma-server.ts'
import { startRelay } from './relay.ts'
import type { Relay } from './relay.ts'

/** A party with bad reception: browsers reach the server over a bad line, and through a proxy that makes requests fail. */
export interface Venue {
  /** Origin for browsers, always the same. */
  readonly url: string
  readonly orma: OrmaServer
  readonly relay: Relay
  readonly gateway: Gateway
  /** Reaches the server past the bad line. */
  readonly client: ApiClient
  /** Makes line and requests good again. */
  heal: () => void
  close: () => Promise<void>
}

export async function openVenue(options: OrmaServerOptions = {}): Promise<Venue> {
  const orma = await startOrma(options)
  const gateway = await startGateway(() => Number(new URL(orma.url).port))
  const relay = await startRelay(() => gateway.port)
  return {
    url: `http://localhost:${relay.port}`,
    orma,
    relay,
    gateway,
    client: createApiClient(orma),
    heal() {
      relay.heal()
      gateway.judge()
    },
    async close() {
      await relay.close()
      await gateway.close()
      await orma.close()
    },
  }
}
