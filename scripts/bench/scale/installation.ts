import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Event } from '../../../contract/entities.ts'
import type { Person } from '../../../tests/support/api-client.ts'
import { childrenOf } from '../../../tests/support/child-processes.ts'
import { findPostgres } from '../../../tests/support/find-postgres.ts'
import { addPostRows } from '../../../tests/support/many-posts.ts'
import { startOrma } from '../../../tests/support/orma-server.ts'
import type { OrmaServer } from '../../../tests/support/orma-server.ts'
import { startPostgres } from '../../../tests/support/postgres-server.ts'
import { cpuMs } from '../process-use.ts'

export interface Installation {
  database: 'SQLite' | 'PostgreSQL'
  /** Processes on one database and one folder. */
  servers: OrmaServer[]
  /** Of the database; undefined: it is in the process. */
  databaseUrl: string | undefined
  /** Adds shown posts without pictures, one second apart. */
  fill: (event: Event, owner: Person, count: number) => Promise<void>
  /** Milliseconds on a core so far: of the servers with the processes they started, and of PostgreSQL. */
  cpu: () => Promise<{ servers: number; database: number }>
  close: () => Promise<void>
}

/** SQLite takes one process: its file belongs to it. */
export async function installOnSqlite(): Promise<Installation> {
  const orma = await startOrma()
  return {
    database: 'SQLite',
    servers: [orma],
    databaseUrl: undefined,
    fill: async (event, owner, count) => void addPostRows(orma, event, owner, count),
    cpu: async () => ({ servers: await cpuOfTree(orma.pid), database: 0 }),
    close: () => orma.close(),
  }
}

/** On a PostgreSQL that keeps what it has committed, as that of an installation does. */
export async function installOnPostgres(processes: number): Promise<Installation> {
  const binaries = findPostgres()
  if (binaries === undefined) throw new Error('no PostgreSQL on this machine')
  const postgres = await startPostgres(binaries, { isDurable: true })
  const databaseUrl = postgres.urlOf('orma')
  const dataDir = await mkdtemp(join(tmpdir(), 'orma-scale-'))
  const admin = new Client(postgres.urlOf('postgres'))
  await admin.connect()
  await admin.query('create database orma')
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  await admin.end()
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startOrma({ databaseUrl, dataDir })),
  )
  return {
    database: 'PostgreSQL',
    servers,
    databaseUrl,
    fill: (event, owner, count) => fillPostgres(databaseUrl, event, owner, count),
    async cpu() {
      const each = await Promise.all(servers.map(({ pid }) => cpuOfTree(pid)))
      return {
        servers: each.reduce((sum, ms) => sum + ms, 0),
        database: await cpuOfTree(postmaster),
      }
    },
    async close() {
      for (const server of servers) await server.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function fillPostgres(url: string, event: Event, { user }: Person, count: number) {
  const client = new Client(url)
  await client.connect()
  await client.query(
    `insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date, timezone,
       description, width, height, thumbhash, created_at, published_at)
     select $1::bigint, $2::bigint, 'COMPLETED', md5('a' || g) || md5('b' || g), 1, 'jpeg', md5('c' || g),
       '2026-06-14T20:00:00+02:00', 'Europe/Berlin', '1', 1600, 1200, '1QcSHQRnh493V4dIh4eXh1h4kJUI', at, at
       from (select g, $3::bigint - ($4::bigint - g) * 1000 as at from generate_series(1, $4::bigint) g) made`,
    [event.id, user.id, Date.now(), count],
  )
  const add = 'post_count = post_count + $1, feed_version = feed_version + 1'
  await client.query(`update events set ${add} where id = $2`, [count, event.id])
  // As its own housekeeping does soon.
  await client.query('vacuum analyze posts')
  await client.end()
}

/** Of a process and all below it, with those that have ended. */
async function cpuOfTree(pid: number): Promise<number> {
  let sum = cpuMs([pid]) + endedChildrenMs(pid)
  for (const child of await childrenOf(pid)) sum += await cpuOfTree(child)
  return sum
}

function endedChildrenMs(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[13]) + Number(fields[14])) * 10
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}

/** Fields of /proc/<pid>/stat after the name (proc(5)): the first is the state. */
function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
}
