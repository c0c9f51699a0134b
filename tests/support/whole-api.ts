import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { vi } from 'vitest'
import { startApp } from '../../server/app.ts'
import type { BlobStore } from '../../server/blobs/blob-store.ts'
import { createFsBlobStore } from '../../server/blobs/fs-blob-store.ts'
import { readConfig } from '../../server/config.ts'
import { listen } from '../../server/http/listen.ts'
import type { Pace } from '../../server/http/request-bodies.ts'
import { sql } from '../../server/db/sql.ts'
import type { Database } from '../../server/db/sql.ts'
import { createSession } from '../../server/users/sessions.ts'
import { addUser } from '../../server/users/users.ts'
import type { Person } from './api-client.ts'
import { collectLog } from './api.ts'
import type { TestApi } from './api.ts'
import { keepPhone } from './kept-logs.ts'
import { openScratchDatabase } from './scratch-database.ts'
import { readStoredState } from './stored-state.ts'
import type { StoredState } from './stored-state.ts'

/** Digits of the number whose owner runs the server. */
export const ADMIN_PHONE = '12025550100'

const SETTINGS = {
  // So that a test can set the caller's address with X-Forwarded-For.
  TRUST_PROXY: '1',
  MODERATION: 'off',
  ADMIN_PHONES: `+${ADMIN_PHONE}`,
}

const IDLE_DEADLINE_MS = 90_000

/** The whole server in this process, on a port of its own, with a clock that stands still until it is set. */
export interface WholeApi extends Pick<TestApi, 'clock' | 'logged'> {
  port: number
  /** Origin, as of a server of its own. */
  url: string
  /** The code last sent to this number. */
  codeFor: (phone: string) => Promise<string>
  /** Makes a user with a session, without a code. */
  signUp: (person: Parameters<typeof addUser>[1]) => Promise<Person>
  db: Database
  databaseAddress: string
  /** Folder of all its files. */
  folder: string
  /** Key of the codes' hashes. */
  secret: Buffer
  /** How many calls are not answered yet. */
  running: () => number
  /** What is stored, once all calls and jobs are done. */
  readState: () => Promise<StoredState>
  /** Deletes everything that people have made, once all calls and jobs are done. */
  empty: () => Promise<void>
  close: () => Promise<void>
}

export interface WholeApiOptions {
  env?: Record<string, string>
  pace?: Pace
  /** In place of the clock that stands still. */
  now?: () => number
  /** May wrap the store of the server's files. */
  watchBlobs?: (blobs: BlobStore) => BlobStore
}

export async function startWholeApi({
  env = {},
  pace,
  now,
  watchBlobs = (blobs) => blobs,
}: WholeApiOptions = {}): Promise<WholeApi> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-whole-'))
  const { db, address, remove } = await openScratchDatabase()
  const clock = {
    ms: Date.UTC(2026, 5, 20, 18, 30),
    advance(ms: number) {
      clock.ms += ms
    },
  }
  const logged: TestApi['logged'] = []
  const codes = new Map<string, string>()
  const secret = Buffer.alloc(32, 7)
  const app = await startApp({
    config: readConfig({ ...SETTINGS, DATA_DIR: folder, ...env }),
    db,
    blobs: watchBlobs(createFsBlobStore(join(folder, 'blobs'))),
    sms: {
      async send(phone, text) {
        codes.set(phone, text.slice(0, 4))
        keepPhone(phone)
      },
    },
    secret,
    now: now ?? (() => clock.ms),
    log: collectLog(logged),
    metrics: new Registry(),
    dist: undefined,
  })
  let running = 0
  const fetch: typeof app.fetch = async (...request) => {
    running += 1
    try {
      return await app.fetch(...request)
    } finally {
      running -= 1
    }
  }
  const listener = await listen({ fetch }, { port: 0, host: '127.0.0.1' }, pace)
  /** Resolves when all work is done. A job that failed, as on a busy machine, waits for its next try: the clock goes on to it. */
  const whenIdle = () =>
    vi.waitUntil(
      async () => {
        const retry = await db.get<{ at: number | null }>(
          sql`select max(run_at) as at from jobs where state = 'ready'`,
        )
        clock.ms = Math.max(clock.ms, retry?.at ?? 0)
        return running === 0 && (await db.get(sql`select id from jobs`)) === undefined
      },
      { timeout: IDLE_DEADLINE_MS },
    )
  return {
    port: listener.port,
    url: `http://127.0.0.1:${listener.port}`,
    codeFor: async (phone) => codes.get(phone.replaceAll(/\D/g, '')) ?? '',
    async signUp(person) {
      const user = await addUser(db, person, clock.ms)
      return { user, token: await createSession(db, user.id, clock.ms) }
    },
    db,
    databaseAddress: address,
    folder,
    secret,
    clock,
    logged,
    running: () => running,
    async readState() {
      await whenIdle()
      return readStoredState(db, folder)
    },
    async empty() {
      await whenIdle()
      await db.define(
        'delete from events; delete from users; delete from codes; delete from bans; delete from operator_acts;',
      )
      await removeBlobsOf(folder)
    },
    async close() {
      await Promise.all([listener.close(), app.close()])
      await remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Each look at what is stored reads the names of all files. */
async function removeBlobsOf(folder: string): Promise<void> {
  const blobs = join(folder, 'blobs')
  // A store is there by the folder whose name begins with a dot.
  const kinds = (await readdir(blobs).catch(() => [])).filter((name) => !name.startsWith('.'))
  await Promise.all(kinds.map((kind) => rm(join(blobs, kind), { recursive: true })))
}
