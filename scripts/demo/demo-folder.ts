import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../../server/settings/read-settings.ts'

/** What the demo writes. While `orma.db` is open it has two more files. */
const FILLED = ['orma.db', 'orma.db-wal', 'orma.db-shm', 'blobs']
const MARK = 'demo.json'

/**
 * The event_hash of the Orma that the demo made in this folder before. Undefined where it has to be made; what an interrupted
 * demo left is removed first. Throws an OperatorError, and changes nothing, where the folder is a real installation's.
 */
export function claimDemoFolder(folder: string): string | undefined {
  const mark = join(folder, MARK)
  if (existsSync(mark)) {
    const { event_hash } = readMark(mark)
    if (event_hash !== undefined) return event_hash
    for (const name of FILLED) rmSync(join(folder, name), { recursive: true, force: true })
    return undefined
  }
  if (FILLED.some((name) => existsSync(join(folder, name)))) {
    throw new OperatorError(
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

/** Whether the demo's Orma has had its videos. */
export function hasDemoVideos(folder: string): boolean {
  return readMark(join(folder, MARK)).hasVideos === true
}

export function markDemoVideos(folder: string): void {
  const mark = join(folder, MARK)
  writeMark(mark, { ...readMark(mark), hasVideos: true })
}

interface Mark {
  event_hash?: string
  hasVideos?: true
}

function readMark(file: string): Mark {
  return JSON.parse(readFileSync(file, 'utf8')) as Mark
}

function writeMark(file: string, content: Mark): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content)}\n`)
  renameSync(`${file}.new`, file)
}
