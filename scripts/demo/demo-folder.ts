import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../server/config.ts'

/** What the demo fills. `orma.db` has companions while it is open. */
const FILLED = ['orma.db', 'orma.db-wal', 'orma.db-shm', 'blobs']
const MARK = 'demo.json'

/**
 * The hash of the Orma that the demo made in this folder before. Undefined where it is yet to be made: what a demo that was cut short
 * left is gone then. Throws a ConfigError where the folder is an installation's, which is left as it is.
 */
export function claimDemoFolder(folder: string): string | undefined {
  const mark = join(folder, MARK)
  if (existsSync(mark)) {
    const { event_hash } = JSON.parse(readFileSync(mark, 'utf8')) as { event_hash?: string }
    if (event_hash !== undefined) return event_hash
    for (const name of FILLED) rmSync(join(folder, name), { recursive: true, force: true })
    return undefined
  }
  if (FILLED.some((name) => existsSync(join(folder, name)))) {
    throw new ConfigError(
      `${folder} already belongs to another Orma: set DATA_DIR to another folder for the demo.`,
    )
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeMark(mark, {})
  return undefined
}

/** Notes that the demo's Orma is complete. */
export function markDemoDone(folder: string, event_hash: string): void {
  writeMark(join(folder, MARK), { event_hash })
}

function writeMark(file: string, content: { event_hash?: string }): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content)}\n`)
  renameSync(`${file}.new`, file)
}
