import { Client } from 'pg'
import { findPostgres } from '../../tests/support/find-postgres.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import type { OrmaServer } from '../../tests/support/orma-server.ts'
import { startPostgres } from '../../tests/support/postgres-server.ts'

export const DATABASE_NAMES = ['sqlite', 'postgres'] as const
export type DatabaseName = (typeof DATABASE_NAMES)[number]

/** What can be killed and started again, all at once. */
export interface Victim {
  kill9: () => Promise<void>
  restart: () => Promise<void>
}

export interface TrialServer {
  orma: OrmaServer
  /** The server, and its database where that has processes of its own: killed in turn. */
  victims: readonly Victim[]
  /** What runs here. */
  version: string
  close: () => Promise<void>
}

/** Starts a server on this database. Rejects where there is no PostgreSQL on this machine. */
export async function startTrialServer(database: DatabaseName): Promise<TrialServer> {
  const node = `Node ${process.version}`
  if (database === 'sqlite') {
    const orma = await startOrma()
    return { orma, victims: [orma], version: node, close: () => orma.close() }
  }
  const binaries = findPostgres()
  if (binaries === undefined) throw new Error('no PostgreSQL on this machine')
  const postgres = await startPostgres(binaries, { isDurable: true })
  try {
    const databaseUrl = await createDatabase(postgres.urlOf)
    const orma = await startOrma({ databaseUrl })
    return {
      orma,
      victims: [orma, postgres],
      version: `${node}, PostgreSQL ${postgres.version.split(' ')[0]}`,
      async close() {
        await orma.close()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function createDatabase(urlOf: (database: string) => string): Promise<string> {
  const admin = new Client(urlOf('postgres'))
  await admin.connect()
  await admin.query('create database orma')
  await admin.end()
  return urlOf('orma')
}
