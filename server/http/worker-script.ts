import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compress } from './compress.ts'
import type { Encoding } from './compress.ts'

/** Where the worker's script names the HTML. */
const PAGE_REVISION = /"revision":"\w+(?=","url":"index\.html")/

export interface WorkerScript {
  bytes: Buffer<ArrayBuffer>
  /** Made once: each page that opens has the browser look at the script. */
  compressed: (encoding: Encoding) => Promise<Buffer>
}

/**
 * The built worker's script, which is another one where the headers are; undefined where the build has none. Browsers keep the
 * headers that worker and HTML came with, until the bytes of the one and the revision of the other change.
 */
export function readWorkerScript(
  dist: string,
  headers: Readonly<Record<string, string>>,
): WorkerScript | undefined {
  const file = join(dist, 'sw.js')
  if (!existsSync(file)) return undefined
  const digest = createHash('sha256').update(JSON.stringify(headers)).digest('hex').slice(0, 16)
  const bytes = Buffer.from(readFileSync(file, 'utf8').replace(PAGE_REVISION, `$&${digest}`))
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {}
  return { bytes, compressed: (encoding) => (made[encoding] ??= compress(bytes, encoding)) }
}
