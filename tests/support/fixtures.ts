import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, onTestFinished } from 'vitest'
import type { Event } from '../../contract/entities.ts'
import type { Database } from '../../server/db/sql.ts'
import { createPhotoProcess } from '../../server/media/photo-process.ts'
import type { PhotoProcess } from '../../server/media/photo-process.ts'
import { createApiClient } from './api-client.ts'
import type { ApiClient, Person } from './api-client.ts'
import { serveLive } from './live-server.ts'
import type { LiveServer } from './live-server.ts'
import type { OrmaApi } from './orma-api.ts'
import { startOrmaPeople, startPeople } from './orma-people.ts'
import type { OrmaPeople, People } from './orma-people.ts'
import { startOrma } from './orma-server.ts'
import type { OrmaServer, OrmaServerOptions } from './orma-server.ts'
import { openScratchDatabase } from './scratch-database.ts'
import type { ScratchDatabase } from './scratch-database.ts'
import { startUserApi } from './user-api.ts'
import type { UserApi } from './user-api.ts'
import { startWholeApi } from './whole-api.ts'
import type { WholeApi, WholeApiOptions } from './whole-api.ts'

/*
 * What the tests of a file work on. `fresh…` makes it anew before each test and fills in the same objects, so that a file has them as
 * constants; `shared…` starts it once for the whole file.
 */

/** An Orma, its owner and other people, on routes and a database of their own. */
export function freshOrma(...options: Parameters<typeof startOrmaPeople>): OrmaPeople {
  const orma = fill<OrmaPeople>({ api: {}, owner: {}, guest: {}, stranger: {}, event: {} }, () =>
    startOrmaPeople(...options),
  )
  afterEach(() => orma.api.close())
  return orma
}

/** The same people without an Orma. */
export function freshPeople(): People {
  const people = fill<People>({ api: {}, owner: {}, guest: {}, stranger: {} }, startPeople)
  afterEach(() => people.api.close())
  return people
}

/** A database with the current schema and nothing in it. */
export function freshDatabase(): { scratch: ScratchDatabase; db: Database } {
  const fresh = fill<ReturnType<typeof freshDatabase>>({ scratch: {}, db: {} }, async () => {
    const scratch = await openScratchDatabase()
    return { scratch, db: scratch.db }
  })
  afterEach(() => fresh.scratch.remove())
  return fresh
}

/** The routes of users. */
export function freshUserApi(...options: Parameters<typeof startUserApi>): UserApi {
  const { api } = fill<{ api: UserApi }>({ api: {} }, async () => ({
    api: await startUserApi(...options),
  }))
  afterEach(() => api.close())
  return api
}

function fill<T extends object>(empty: Record<keyof T, object>, start: () => Promise<T>): T {
  beforeEach(async () => {
    for (const [name, part] of Object.entries(await start())) {
      Object.assign(empty[name as keyof T], part)
    }
  })
  return empty as T
}

/** An Orma with its owner and a guest, on a server that others reach by HTTP as well. */
interface OnServer<Server> {
  orma: Server
  client: ApiClient
  owner: Person
  guest: Person
  /** Of the owner's. */
  event: Event
}

/** On the real server in a process of its own: for what a process does, and for pages of the built app. */
export async function sharedServer(options: OrmaServerOptions = {}): Promise<OnServer<OrmaServer>> {
  const orma = await startOrma(options)
  afterAll(() => orma.close())
  return withPeople(orma)
}

/** On the whole server in this process, which is there sooner. */
export async function sharedApp(options: WholeApiOptions = {}): Promise<OnServer<WholeApi>> {
  return withPeople(await sharedWholeApi({ now: Date.now, ...options }))
}

async function withPeople<Server extends Parameters<typeof createApiClient>[0]>(
  orma: Server,
): Promise<OnServer<Server>> {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const guest = await client.signUp('Gero Guest')
  return { orma, client, owner, guest, event: await client.createOrma(owner) }
}

/** The same with a clock that stands still until it is set, and nobody there. */
export async function sharedWholeApi(options: WholeApiOptions = {}): Promise<WholeApi> {
  const api = await startWholeApi(options)
  afterAll(() => api.close())
  return api
}

/** The live streams of an API that is made anew, on a port of their own. */
export function freshLiveServer(api: OrmaApi): LiveServer {
  const { server } = fill<{ server: LiveServer }>({ server: {} }, async () => ({
    server: await serveLive(api),
  }))
  afterEach(() => server.close())
  return server
}

/** The process that renders photos, for all tests of a file. */
export function sharedPhotoProcess(
  ...options: Parameters<typeof createPhotoProcess>
): PhotoProcess {
  const photos = createPhotoProcess(...options)
  afterAll(() => photos.close())
  return photos
}

/** Has what is started as a Node process for the rest of the test be another program. */
export function setProgramOfChildren(file: string): void {
  const { execPath } = process
  process.execPath = file
  onTestFinished(() => void (process.execPath = execPath))
}

/** A folder for all tests of a file. */
export async function sharedFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-shared-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A folder for the test that runs. */
export async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-own-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
