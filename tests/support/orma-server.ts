import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { EventEmitter, on, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isInMemory, makeBareDatabase, needServer, postgresUrl } from './database-places.ts'
import { inherited } from './inherited.ts'
import { KEPT_LOG_SETTINGS, keepLog, keepPhone } from './kept-logs.ts'

const ROOT = join(import.meta.dirname, '../..')
const READY_LINE = /^Orma is ready at (http:\/\/localhost:(\d+))$/
/** As `npm start` and the examples for hosts have it, and `MALLOC_ARENA_MAX` below. */
const HEAP = ['--max-semi-space-size=8', '--initial-old-space-size=96']
/** Generous: a busy machine starts a process slowly, and nothing here measures that. */
const DEADLINE_MS = 120_000

export interface OrmaServerOptions {
  /** Settings besides those of every test: a free port, a scratch folder, no nudity check, and codes on standard output. */
  env?: Record<string, string>
  /** Data folder that is kept; absent: a scratch folder, removed by `close`. */
  dataDir?: string
  /** A PostgreSQL database shared with others; absent: one of its own, on the engine of this test run. */
  databaseUrl?: string
}

/** The real server, with the built app, in a process of its own. */
export interface OrmaServer {
  /** Origin, without a slash at the end; stays the same after a restart. */
  readonly url: string
  readonly dataDir: string
  /** Address for `openDatabase`. */
  readonly databaseAddress: string
  readonly pid: number
  /** Lines of standard output since the first start. */
  readonly lines: readonly string[]
  /** Lines of standard error since the first start. */
  readonly errors: readonly string[]
  /** Whether its process has ended; `restart` may have failed. */
  readonly hasEnded: boolean
  /** The oldest code sent to this number (digits, with or without a plus) that was not returned yet; waits for one. */
  codeFor(phone: string): Promise<string>
  /** Closes the pipes of its output, as when what reads the log has ended. */
  stopReading(): void
  /** Asks the server to end (SIGTERM); resolves with its exit code. */
  stop(): Promise<number | null>
  /** Kills the server (SIGKILL), as a power cut would. */
  kill9(): Promise<void>
  /**
   * Starts the server again on the same port and data; stops it first where it is running. `release`: from now on the release in
   * another folder, with other settings.
   */
  restart(release?: { root?: string; env?: Record<string, string> }): Promise<void>
  /** Stops the server and removes its scratch folder. */
  close(): Promise<void>
}

/** Starts the server and waits until it accepts requests; rejects with its output when it does not. */
export async function startOrma({
  env = {},
  dataDir,
  databaseUrl,
}: OrmaServerOptions = {}): Promise<OrmaServer> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'orma-test-')))
  needServer()
  const database = isInMemory()
    ? undefined
    : (databaseUrl ?? (postgresUrl() && (await makeBareDatabase()).address))
  const lines: string[] = []
  const errors: string[] = []
  const output = new EventEmitter()
  const codesTaken = new Set<number>()
  let release: { root?: string; env?: Record<string, string> } = {}
  let child = launch('0')
  const [, url = '', port = ''] = await readyLine(child)

  function launch(wantedPort: string): ChildProcess {
    const started = spawn(process.execPath, [...HEAP, 'server/main.ts'], {
      cwd: release.root ?? ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inherited(),
        NODE_ENV: 'test',
        SMS_PROVIDER: 'console',
        MODERATION: 'off',
        LOG_LEVEL: 'warn',
        MALLOC_ARENA_MAX: '2',
        ...KEPT_LOG_SETTINGS,
        ...(database ? { DATABASE_URL: database } : {}),
        ...env,
        ...release.env,
        PORT: wantedPort,
        DATA_DIR: folder,
      },
    })
    createInterface({ input: started.stdout }).on('line', (line) => {
      lines.push(line)
      const [, phone] = /^SMS to (\d+):/.exec(line) ?? []
      if (phone) keepPhone(phone)
      output.emit('line', line)
    })
    createInterface({ input: started.stderr }).on('line', (line) => errors.push(line))
    keepLog(started.stderr)
    return started
  }

  /** Waits for the line by which a started process says that it is ready. */
  async function readyLine(started: ChildProcess): Promise<RegExpExecArray> {
    const saidBefore = errors.length
    const ended = new AbortController()
    started.once('close', () => ended.abort())
    try {
      return await nextMatch(READY_LINE, AbortSignal.any([ended.signal, deadline()]))
    } catch (error) {
      started.kill('SIGKILL')
      const said = errors.slice(saidBefore).join('\n')
      throw new Error(`the server did not start: ${said}`, { cause: error })
    }
  }

  async function nextMatch(pattern: RegExp, signal: AbortSignal): Promise<RegExpExecArray> {
    for await (const [line] of on(output, 'line', { signal })) {
      const match = pattern.exec(line as string)
      if (match) return match
    }
    throw new Error('the output ended')
  }

  function takeCode(pattern: RegExp): string | undefined {
    const index = lines.findIndex((line, at) => !codesTaken.has(at) && pattern.test(line))
    if (index < 0) return undefined
    codesTaken.add(index)
    return pattern.exec(lines[index] ?? '')?.[1]
  }

  function hasEnded(): boolean {
    return child.exitCode !== null || child.signalCode !== null
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (hasEnded()) return child.exitCode
    const exited = once(child, 'exit', { signal: deadline() })
    child.kill(signal)
    const [code] = await exited
    return code as number | null
  }

  return {
    url,
    dataDir: folder,
    databaseAddress: database || join(folder, 'orma.db'),
    get pid() {
      return child.pid ?? 0
    },
    lines,
    errors,
    get hasEnded() {
      return hasEnded()
    },
    async codeFor(phone) {
      const digits = phone.replaceAll(/\D/g, '')
      const pattern = new RegExp(`^SMS to ${digits}: (\\d{4}) is your Orma code$`)
      const signal = deadline()
      for (;;) {
        const code = takeCode(pattern)
        if (code !== undefined) return code
        await once(output, 'line', { signal })
      }
    },
    stopReading() {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    stop: () => end('SIGTERM'),
    async kill9() {
      await end('SIGKILL')
    },
    async restart(next) {
      await end('SIGTERM')
      release = next ?? release
      child = launch(port)
      await readyLine(child)
    },
    async close() {
      await end('SIGTERM')
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(DEADLINE_MS)
}
