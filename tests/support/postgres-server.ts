import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { childrenOf, isRunning } from './child-processes.ts'

const run = promisify(execFile)
const USER = 'orma'
/** Of those who log in, the only one who is asked for a password; a test has to make it. */
export const USER_WITH_PASSWORD = 'guarded'
const START_DEADLINE_MS = 120_000
const LOOK_AGAIN_MS = 50
/** Only its own tests can connect. */
const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '64MB',
  max_connections: '100',
  jit: 'off',
}
/** For data that is thrown away: nothing needs to reach a disk. */
const FORGETFUL = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
}
/** Runs the server and ends it when standard input closes, so that it also ends when the tests are killed. */
const UNTIL_INPUT_ENDS = 'exec 3<&0; (cat <&3 >/dev/null; kill -INT $$) & exec "$@" 3<&-'

/** A PostgreSQL server in a scratch folder. */
export interface PostgresServer {
  /** As the server reports it. */
  version: string
  urlOf: (database: string) => string
  /** Ends the server, does `work`, and starts it again. */
  without: (work: () => Promise<void>) => Promise<void>
  /** Kills all of its processes (SIGKILL), as a power cut would. Linux only. */
  kill9: () => Promise<void>
  /** Starts it again on the same data, and waits until it answers. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Makes a server's files with the programs in `binaries`, starts it and waits until it answers. Rejects with its output.
 * `isDurable`: it keeps what it has committed when it is killed, as one that is not for tests does.
 */
export async function startPostgres(
  binaries: string,
  { isDurable = false } = {},
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-postgres-'))
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const urlOf = (database: string) => `postgres://${USER}@localhost/${database}?host=${folder}`
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await run(
      join(binaries, 'initdb'),
      `-D ${data} -U ${USER} --auth=trust --encoding=UTF8 --locale=C --no-sync`.split(' '),
      { ...owner, cwd: folder },
    )
    const logins = join(data, 'pg_hba.conf')
    const trusting = await readFile(logins, 'utf8')
    await writeFile(logins, `local all ${USER_WITH_PASSWORD} scram-sha-256\n${trusting}`)
    let server = launch()
    const version = await answered()
    return {
      version,
      urlOf,
      async without(work) {
        await end(server)
        await work()
        server = launch()
        await answered()
      },
      kill9: () => killAll(server),
      async restart() {
        server = launch()
        await answered()
      },
      stop: () => end(server).then(remove),
    }

    function launch(): ChildProcess {
      const settings = Object.entries({
        ...SETTINGS,
        ...(isDurable ? {} : FORGETFUL),
        unix_socket_directories: folder,
      })
      const log = openSync(join(folder, 'log'), 'a')
      const started = spawn(
        'sh',
        ['-c', UNTIL_INPUT_ENDS, 'sh', join(binaries, 'postgres'), '-D', data].concat(
          settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
        ),
        { ...owner, cwd: folder, stdio: ['pipe', 'ignore', log] },
      )
      closeSync(log)
      return started
    }

    async function answered(): Promise<string> {
      return whenReady(server, urlOf('postgres')).catch(async (error: unknown) => {
        await end(server)
        throw new Error(`no PostgreSQL: ${await readFile(join(folder, 'log'), 'utf8')}`, {
          cause: error,
        })
      })
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** PostgreSQL refuses to run as root; then another user is taken. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+)/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+)/m.exec(users) ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

async function whenReady(server: ChildProcess, url: string): Promise<string> {
  const deadline = Date.now() + START_DEADLINE_MS
  for (;;) {
    const client = new Client(url)
    try {
      await client.connect()
      const { rows } = await client.query<{ version: string }>(
        `select current_setting('server_version') as version`,
      )
      return rows[0]?.version ?? ''
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) throw error
      await wait(LOOK_AGAIN_MS)
    } finally {
      await client.end()
    }
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.stdin?.end()
  await exited
}

/** Each of its processes has a group of its own. The first is held meanwhile, so that it starts no others. */
async function killAll(server: ChildProcess): Promise<void> {
  const { pid } = server
  if (pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  process.kill(pid, 'SIGSTOP')
  const children = await childrenOf(pid)
  for (const each of [...children, pid]) process.kill(each, 'SIGKILL')
  await exited
  // Until the last of them has ended, no other can have the data.
  while (children.some(isRunning)) await wait(LOOK_AGAIN_MS)
}
