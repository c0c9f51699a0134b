import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { runProgram } from './failed-start.ts'
import { findPostgres } from './find-postgres.ts'
import { startOrma } from './orma-server.ts'
import type { OrmaServer } from './orma-server.ts'
import { startPostgres } from './postgres-server.ts'

/** Settings of an installation. */
export type Place = { DATA_DIR: string; DATABASE_URL?: string }
type Engine = 'SQLite' | 'PostgreSQL'

/** Room for installations on either database, and the operator's commands on them. */
export interface Places {
  /** A folder for whatever a test puts there. */
  scratch: string
  /** Settings of an installation that holds nothing yet. */
  add: (engine: Engine) => Promise<Place>
  close: () => Promise<void>
}

export async function openPlaces(): Promise<Places> {
  const scratch = await mkdtemp(join(tmpdir(), 'orma-places-'))
  const binaries = findPostgres()
  if (binaries === undefined) throw new Error('there is no PostgreSQL, and no way to fetch it')
  const postgres = await startPostgres(binaries)
  return {
    scratch,
    async add(engine) {
      const place = { DATA_DIR: join(scratch, randomUUID()) }
      if (engine === 'SQLite') return place
      const name = `orma_${randomUUID().replaceAll('-', '')}`
      const admin = new Client(postgres.urlOf('postgres'))
      await admin.connect()
      await admin.query(`create database ${name}`)
      await admin.end()
      return { ...place, DATABASE_URL: postgres.urlOf(name) }
    },
    async close() {
      await postgres.stop()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** By default the room changes with that of the disk. */
const ROOM = { STORAGE_LIMIT: '20000000000', EVENT_STORAGE_LIMIT: '10000000000' }

export function startAt({ DATA_DIR, DATABASE_URL }: Place): Promise<OrmaServer> {
  const database = DATABASE_URL && { databaseUrl: DATABASE_URL }
  return startOrma({ dataDir: DATA_DIR, env: ROOM, ...database })
}

export function backUp(folder: string, place: Place) {
  return runProgram(['server/commands/backup.ts', folder], place)
}

export function restore(folder: string, place: Place, ...options: string[]) {
  return runProgram(['server/commands/restore.ts', folder, ...options], place)
}
