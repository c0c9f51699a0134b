import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { removeOldFiles, writeNewFile } from './write-file.ts'
import type { BlobContent, StoredBlob } from './blob-store.ts'
import { isOutOfSpace, StorageFull } from '../outages.ts'

/** A local folder for content on its way: to a store elsewhere, before anybody is told that it is kept, or from there to a process of ours. */
export interface Spool {
  /** Writes content into a file. Rejects as `put` of a blob store does, and has then left nothing. */
  write: (content: BlobContent, limitBytes?: number) => Promise<StoredBlob & { file: string }>
  remove: (file: string) => Promise<void>
  /** Removes what a process that died left here, written to last before `leftBefore` (ms since the epoch); answers how many. */
  sweep: (leftBefore: number) => Promise<number>
}

/** The folder is made when missing. Several processes may have the same one. */
export function createSpool(folder: string): Spool {
  return {
    async write(content, limitBytes = Infinity) {
      const file = path.join(folder, randomUUID())
      try {
        await mkdir(folder, { recursive: true })
        return { file, ...(await writeNewFile(file, content, limitBytes)) }
      } catch (error) {
        await rm(file, { force: true })
        throw isOutOfSpace(error) ? new StorageFull(error) : error
      }
    },

    remove: (file) => rm(file, { force: true }),

    sweep: (leftBefore) => removeOldFiles(folder, leftBefore),
  }
}
