import type { Event } from '../../contract/entities.ts'
import { createApiClient } from './api-client.ts'
import type { ApiClient, Person } from './api-client.ts'
import { startOrma } from './orma-server.ts'
import type { OrmaServer } from './orma-server.ts'
import { makePhoto } from './photos.ts'
import { createTusCaller } from './tus-caller.ts'
import type { TusCaller } from './tus-caller.ts'

/** A server, an Orma on it, and a guest with a photo for it. */
interface TusGuest {
  orma: OrmaServer
  client: ApiClient
  owner: Person
  guest: Person
  event: Event
  tus: TusCaller
  photo: Buffer
}

export async function startTusGuest(env: Record<string, string> = {}): Promise<TusGuest> {
  const orma = await startOrma({ env })
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const guest = await client.signUp('Gero Guest')
  const event = await client.createOrma(owner)
  const photo = await makePhoto({ width: 1200, height: 900, seed: 21 })
  return { orma, client, owner, guest, event, photo, tus: createTusCaller(orma, event, guest) }
}
