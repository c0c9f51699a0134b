import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inherited } from './inherited.ts'

/** A command of the operator, under way. */
interface StartedCommand {
  /** All that it has said so far. */
  said: { out: string; error: string }
  /** Asks it to end (SIGTERM). */
  stop: () => void
  /** Kills it, as a power cut would. */
  kill9: () => void
  /** Resolves when it has ended, with its exit code and all that it said. */
  end: () => Promise<{ code: number | null; out: string; error: string }>
}

/** Starts a program of ours with these settings alone. */
export function startCommand(
  args: readonly string[],
  settings: Record<string, string>,
  cwd = join(import.meta.dirname, '../..'),
): StartedCommand {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited(), NODE_ENV: 'test', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', error: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.error += text))
  const closed = once(child, 'close')
  return {
    said,
    stop: () => void child.kill('SIGTERM'),
    kill9: () => void child.kill('SIGKILL'),
    async end() {
      const [code] = (await closed) as [number | null]
      return { code, ...said }
    },
  }
}
