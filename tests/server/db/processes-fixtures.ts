import { afterAll } from 'vitest'
import { api, API_BASE } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import type { Event } from '../../../contract/entities.ts'
import { createApiClient, toForm } from '../../support/api-client.ts'
import type { ApiClient, ClientReply, Person } from '../../support/api-client.ts'
import { makeBareDatabase, openDatabase } from '../../support/database-places.ts'
import { sharedFolder } from '../../support/fixtures.ts'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'
import { makePhoto } from '../../support/photos.ts'

/** How many photos each may add. */
export const PLACES = 20

/** Sends a photo whole but for its last byte; gives what sends that. */
export async function beginWhole(
  server: OrmaServer | undefined,
  { event, owner, photo, key }: { event: Event; owner: Person; photo: Uint8Array; key: string },
): Promise<() => Promise<Response>> {
  const form = toForm({ description: '', timezone: 'UTC', original_date: '2026-06-20T18:30:00Z' })
  form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
  const { event_hash } = event
  const address = `${server?.url}${API_BASE}${endpointPath(api.uploadPhoto, { event_hash })}`
  const whole = new Request(address, { method: 'POST', body: form })
  const bytes = new Uint8Array(await whole.clone().arrayBuffer())
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const headers = {
    authorization: owner.token,
    'idempotency-key': key,
    'content-type': whole.headers.get('content-type') ?? '',
  }
  const answer = fetch(address, { method: 'POST', headers, body: readable, duplex: 'half' })
  await writer.write(bytes.subarray(0, -1))
  return async () => {
    await writer.write(bytes.subarray(-1))
    await writer.close()
    return answer
  }
}

/** Two servers on one database, and an Orma with its owner. */
export async function sharedTwo() {
  const folder = await sharedFolder()
  const { address } = await makeBareDatabase()
  const start = () =>
    startOrma({
      databaseUrl: address,
      dataDir: folder,
      env: { USER_UPLOAD_LIMIT: String(PLACES) },
    })
  // Both at the same time, on a database without any tables.
  const servers = await Promise.all([start(), start()])
  afterAll(() => Promise.all(servers.map((server) => server.close())))
  const clients = servers.map(createApiClient)
  /** The client of one process or the other, in turns. */
  function clientOf(n: number): ApiClient {
    const found = clients[n % clients.length]
    if (!found) throw new Error('no server')
    return found
  }
  const client = clientOf(0)
  const db = await openDatabase(address)
  afterAll(() => db.close())
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
  }
}
