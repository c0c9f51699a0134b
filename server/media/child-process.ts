import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { constants, getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { createLog, currentRequest } from '../log.ts'
import type { Log } from '../log.ts'

const TEXT_MAX = 4_000
/** What a child may know of our environment: it decodes hostile bytes and needs no password. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LD_LIBRARY_PATH', 'SystemRoot']

interface Program {
  /** Of this folder. */
  file: string
  /** What the log calls it. */
  name: string
  env: NodeJS.ProcessEnv
  execArgv?: string[]
}

/** What a process that decodes hostile bytes gets of our environment. */
export function passedOn(): NodeJS.ProcessEnv {
  return Object.fromEntries(PASSED_ON.map((one) => [one, process.env[one]]))
}

/** Starts a program of ours in a process of its own, which has little of our environment. */
export function startProcess(
  { file, name, env, execArgv = [] }: Program,
  log: Log = createLog('warn'),
): ChildProcess {
  const child = fork(join(import.meta.dirname, file), [], {
    execArgv,
    env: { ...passedOn(), ...env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  logErrors(child, name, log)
  return child
}

/**
 * Has what a child process writes to standard error, such as its last words at a crash, be entries of our log. That output keeps this
 * process from ending no more than the child does.
 */
function logErrors(child: ChildProcess, message: string, log: Log): void {
  const output = child.stderr as Socket | null
  output?.setEncoding('utf8').on('data', (text: string) => {
    // It was started in a request, and works for others since.
    const entry = { pid: child.pid, text: text.trim().slice(0, TEXT_MAX) }
    currentRequest.run(undefined, () => log.warn(message, entry))
  })
  output?.unref()
}

const { PRIORITY_BELOW_NORMAL } = constants.priority

/**
 * Has this process go behind those that answer guests. On Linux each thread has a priority of its own, which those that it begins
 * inherit: so that of every thread is lowered, also of those that decode, which may have begun already.
 */
export async function lowerPriority(): Promise<void> {
  const threads = await readdir('/proc/self/task').catch(() => ['0'])
  for (const thread of threads.map(Number)) {
    // Lower still where the server was started so: only root may raise one.
    setPriority(thread, Math.max(getPriority(thread), PRIORITY_BELOW_NORMAL))
  }
}
