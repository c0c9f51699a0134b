import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { API_BASE } from '../../contract/api.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import { precompress } from '../build/precompress.ts'

const PAGE = join(import.meta.dirname, 'bare-page')
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

interface BarePage {
  port: number
  close: () => Promise<void>
}

/**
 * The floor: a page of the app's packages with nothing of the app, built as usual, and served with the compression and the caching
 * of the real server, from which its data and photos come.
 */
export async function serveBarePage(ormaPort: number): Promise<BarePage> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-bare-page-'))
  await build({
    root: PAGE,
    configFile: false,
    logLevel: 'warn',
    define: { 'import.meta.env.VITE_API': JSON.stringify(API_BASE) },
    plugins: [react(), precompress(folder)],
    build: {
      outDir: folder,
      target: 'baseline-widely-available',
      modulePreload: { polyfill: false },
    },
  })
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://localhost')
    const isData = [API_BASE, MEDIA_BASE].some((base) => pathname.startsWith(`${base}/`))
    if (isData) passOn(asked, answer, ormaPort)
    else sendFile(answer, folder, pathname)
  })
  server.listen(0)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function passOn(asked: IncomingMessage, answer: ServerResponse, port: number): void {
  const { url = '', method = 'GET', headers } = asked
  const passed = request({ host: 'localhost', port, path: url, method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
}

/** Every address that is no file is the page. */
function sendFile(answer: ServerResponse, folder: string, pathname: string): void {
  const isFile = extname(pathname) !== '' && existsSync(join(folder, pathname))
  const path = isFile ? pathname : '/index.html'
  const isAsset = path.startsWith('/assets/')
  answer.writeHead(200, {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'content-encoding': 'br',
    'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  answer.end(readFileSync(join(folder, `${path}.br`)))
}
