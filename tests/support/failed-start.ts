import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** One that starts after all does not outlive its test. */
const DEADLINE_MS = 50_000

/** Starts the server with these settings and waits for its end: what it said, and its exit code. */
export async function startUntilEnd(settings: Record<string, string>) {
  const { PATH } = process.env
  const env = { PATH, NODE_ENV: 'test', PORT: '0', ...settings }
  const options = { cwd: ROOT, env, timeout: DEADLINE_MS }
  const server = spawn(process.execPath, ['server/main.ts'], options)
  const said = { out: '', error: '' }
  server.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said.error += text))
  const [code] = (await once(server, 'close')) as [number | null]
  return { code, ...said }
}
