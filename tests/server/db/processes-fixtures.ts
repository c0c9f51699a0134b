import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '../../support/api-client.ts'
import type { ApiClient, ClientReply } from '../../support/api-client.ts'
import { makeBareDatabase, openDatabase } from '../../support/database-places.ts'
import { startOrma } from '../../support/orma-server.ts'
import { makePhoto } from '../../support/photos.ts'

/** How many photos each may add. */
export const PLACES = 20

export type TwoProcesses = Awaited<ReturnType<typeof startTwo>>

/** Two servers on one database, and an Orma with its owner. */
export async function startTwo() {
  const folder = await mkdtemp(join(tmpdir(), 'orma-two-'))
  const { address } = await makeBareDatabase()
  const start = () =>
    startOrma({
      databaseUrl: address,
      dataDir: folder,
      env: { USER_UPLOAD_LIMIT: String(PLACES) },
    })
  // Both at the same time, on a database without any tables.
  const servers = await Promise.all([start(), start()])
  const clients = servers.map(createApiClient)
  /** The client of one process or the other, in turns. */
  function clientOf(n: number): ApiClient {
    const found = clients[n % clients.length]
    if (!found) throw new Error('no server')
    return found
  }
  const client = clientOf(0)
  const db = await openDatabase(address)
  const owner = await client.signUp('Olga Owner')
  return {
    db,
    servers,
    client,
    clientOf,
    owner,
    event: await client.createOrma(owner),
    photo: await makePhoto({ width: 800, height: 600, seed: 1 }),
    /** Calls both processes in turns, all at once. */
    fromBoth: (count: number, call: (of: ApiClient, n: number) => Promise<ClientReply>) =>
      Promise.all(Array.from({ length: count }, (_none, n) => call(clientOf(n), n))),
    async close() {
      await db.close()
      for (const server of servers) await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
