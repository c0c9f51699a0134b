import { createHash } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { syncFolder } from '../blobs/write-file.ts'
import { writeUnfinished, readLines } from './backup-files.ts'
import { OperatorError } from '../settings/read-settings.ts'

/** The last file of a backup to be written: a folder without one is none. */
const NAME = 'manifest.jsonl'
const FORMAT = 1

const file = { sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), size: v.number() }

const header = v.object({
  format: v.literal(FORMAT),
  /** Epoch milliseconds. */
  made_at: v.number(),
  /** Of the schema. */
  versions: v.array(v.number()),
  /** The highest id that each table has ever given. */
  last_ids: v.record(v.string(), v.number()),
})
const tableLine = v.object({ table: v.string(), rows: v.number(), ...file })
const blobLine = v.object({
  blob: v.string(),
  /** When the installation got it, epoch milliseconds. */
  modified: v.nullable(v.number()),
  ...file,
})
/** The key of the installation's keyed hashes. */
const secretLine = v.object({ secret: v.literal('key'), ...file })
const entry = v.union([tableLine, blobLine, secretLine])
/** Of all lines before it. */
const seal = v.object({ sealed: v.string() })

export type BackupHeader = Omit<v.InferOutput<typeof header>, 'format'>
export type TableLine = v.InferOutput<typeof tableLine>
export type BlobLine = v.InferOutput<typeof blobLine>
export type BackupEntry = v.InferOutput<typeof entry>

export function manifestOf(folder: string): string {
  return join(folder, NAME)
}

/** Makes a folder a whole backup, in one step; it was none before, or that of an earlier time. */
export async function writeManifest(
  folder: string,
  about: BackupHeader,
  entries: Iterable<BackupEntry>,
): Promise<void> {
  const draft = `${manifestOf(folder)}.draft`
  await rm(draft, { force: true })
  await writeUnfinished(draft, sealedLines({ format: FORMAT, ...about }, entries))
  await rename(draft, manifestOf(folder))
  await syncFolder(folder)
}

async function* sealedLines(
  first: v.InferInput<typeof header>,
  entries: Iterable<BackupEntry>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const lineOf = (value: object) => {
    const line = Buffer.from(`${JSON.stringify(value)}\n`)
    hash.update(line)
    return line
  }
  yield lineOf(first)
  for (const each of entries) yield lineOf(each)
  yield Buffer.from(`${JSON.stringify({ sealed: hash.digest('hex') })}\n`)
}

/**
 * Reads a backup's manifest line by line; its seal is that of no other backup. Rejects with an OperatorError where there is none, or at the latest after its last line
 * where it is damaged.
 */
export async function readManifest(
  folder: string,
  onEntry: (entry: BackupEntry) => void | Promise<void>,
): Promise<BackupHeader & { seal: string }> {
  const lines = await linesOf(folder)
  const hash = createHash('sha256')
  let about: BackupHeader | undefined
  try {
    for await (const line of lines) {
      const value: unknown = JSON.parse(line)
      if (about && v.is(seal, value)) {
        if (value.sealed === hash.digest('hex')) return { ...about, seal: value.sealed }
        break
      }
      hash.update(`${line}\n`)
      if (about) await onEntry(v.parse(entry, value))
      else about = v.parse(header, value)
    }
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof v.ValiError)) throw error
  }
  throw new OperatorError(`The backup is damaged: its ${NAME} is not as it was written.`)
}

async function linesOf(folder: string): Promise<AsyncIterable<string>> {
  try {
    return await readLines(manifestOf(folder))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    // A file, such as the archive that a backup was packed into, is no folder.
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
    throw new OperatorError(
      isMissing
        ? `${folder} holds no whole backup: it has no ${NAME}.`
        : `The backup cannot be read: ${error.message}.`,
    )
  }
}
