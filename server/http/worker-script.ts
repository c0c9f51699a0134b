import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compress } from './compress.ts'
import type { Encoding } from './compress.ts'

/** Where the worker's script names the HTML. */
const PAGE_REVISION = /"revision":"\w+(?=","url":"index\.html")/

interface WorkerScript {
  bytes: Buffer<ArrayBuffer>
  /** Made once: each page that opens has the browser look at the script. */
  compressed: (encoding: Encoding) => Promise<Buffer>
}

/** What an operator's settings put into the HTML and its headers. */
interface HostWords {
  headers: Readonly<Record<string, string>>
  defaultCountry: string | undefined
}

/**
 * The built worker's script, which is another one where the operator's settings are; undefined where the build has none. Browsers
 * keep the HTML, and the headers that it and the worker came with, until the bytes of the worker and the revision of the HTML change.
 */
export function readWorkerScript(dist: string, host: HostWords): WorkerScript | undefined {
  const file = join(dist, 'sw.js')
  if (!existsSync(file)) return undefined
  const digest = createHash('sha256').update(JSON.stringify(host)).digest('hex').slice(0, 16)
  const bytes = Buffer.from(readFileSync(file, 'utf8').replace(PAGE_REVISION, `$&${digest}`))
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {}
  return { bytes, compressed: (encoding) => (made[encoding] ??= compress(bytes, encoding)) }
}
