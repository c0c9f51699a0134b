import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const PHOTOS = 24
const ROOT = join(import.meta.dirname, '../..')

export interface DemoServer {
  /** Address of its Orma. */
  url: string
  event_hash: string
  port: number
  close: () => Promise<void>
}

/** The real server with the demo's Orma, whose photos are as large as real ones. */
export async function serveDemo(): Promise<DemoServer> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-bench-'))
  const server = spawn(process.execPath, ['scripts/demo/main.ts', `--photos=${PHOTOS}`], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    // The bare page's build leaves 'production' in NODE_ENV, where a server has to be told its address.
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
    },
  })
  const ended = once(server, 'exit')
  const close = async () => {
    server.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for await (const line of createInterface({ input: server.stdout })) {
    const [, url] = /^The demo is at (\S+)/.exec(line) ?? []
    if (url === undefined) continue
    const { pathname, port } = new URL(url)
    return { url, event_hash: pathname.slice(1), port: Number(port), close }
  }
  await close()
  throw new Error('the demo did not start')
}
