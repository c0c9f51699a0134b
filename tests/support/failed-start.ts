import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** A program that goes on in spite of its settings is ended by then. */
const DEADLINE_MS = 120_000

/** Starts the server with settings that should fail; gives its output and exit code when it has ended. */
export async function startUntilEnd(settings: Record<string, string>) {
  return runProgram(['server/main.ts'], { PORT: '0', ...settings })
}

/** Runs a program of ours until it ends, with these settings alone; gives its output and exit code. */
export async function runProgram(
  args: string[],
  settings: Record<string, string> = {},
  { cwd = ROOT, signal }: { cwd?: string; signal?: AbortSignal } = {},
) {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, NODE_ENV: 'test', ...settings },
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  signal?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
  const said = { out: '', error: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.error += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}
