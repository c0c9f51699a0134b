import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** A server that starts in spite of its settings is ended by then. */
const DEADLINE_MS = 50_000

/** Starts the server with settings that should fail; gives its output and exit code when it has ended. */
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
