import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../server/db/migrate.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { IN_MEMORY, TEMPLATE } from './database-places.ts'
import { findPostgres } from './find-postgres.ts'
import { startPostgres } from './postgres-server.ts'
import type { PostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

let server: PostgresServer | undefined

/** Starts a PostgreSQL for a test run. */
export async function setup(project: TestProject): Promise<void> {
  const binaries = findPostgres()
  if (binaries === undefined) {
    console.log(
      'No PostgreSQL on this machine, and no way to fetch it: statements are tried on PGlite, servers are not.',
    )
    project.provide('postgresUrl', IN_MEMORY)
    return
  }
  server = await startPostgres(binaries)
  console.log(`Tests on PostgreSQL ${server.version}`)
  await makeTemplate(server)
  project.provide('postgresUrl', server.urlOf('{database}'))
}

export async function teardown(): Promise<void> {
  await server?.stop()
}

async function makeTemplate({ urlOf }: PostgresServer): Promise<void> {
  const admin = new Client(urlOf('postgres'))
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = await openPostgres(urlOf(TEMPLATE))
  await migrate(template)
  await template.close()
}
