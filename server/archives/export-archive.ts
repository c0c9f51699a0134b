import { open, rename, rm } from 'node:fs/promises'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { readArchiveFile } from './archive-files.ts'
import { findContent, listFiles, listUnknown } from './archive-rows.ts'
import type { ArchiveScope } from './archive-rows.ts'
import { storeArchiveFile } from './archive-work.ts'
import { layOutArchive } from './serve-archive.ts'

interface ExportParts {
  db: Database
  blobs: BlobStore
  log: Log
}

const PHOTOS_AT_ONCE = 8

/**
 * Writes the zip that a download would give into a file, which is there only once it is whole. Resolves to how many photos and
 * videos it has; with none, no file is written.
 */
export async function exportArchive(
  parts: ExportParts,
  scope: ArchiveScope,
  file: string,
): Promise<number> {
  const { db, blobs } = parts
  await prepareAll(parts, scope)
  const files = await listFiles(db, scope)
  if (files.length === 0) return 0
  const { layout } = layOutArchive(files)
  async function* readFile(index: number, from: number, to: number) {
    const found = await findContent(db, files[index]?.id ?? 0)
    if (!found) throw new Error('a photo was removed meanwhile: begin again')
    yield* readArchiveFile(blobs, found, found.content, { from, to })
  }
  const draft = `${file}.unfinished`
  const handle = await open(draft, 'w', 0o600)
  try {
    for await (const bytes of layout.read(0, layout.size, readFile)) await handle.writeFile(bytes)
    await handle.sync()
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return files.length
}

/** Finds out what the archive takes of each photo of which that is not known yet. */
async function prepareAll(parts: ExportParts, scope: ArchiveScope): Promise<void> {
  let after = 0
  for (;;) {
    const posts = await listUnknown(parts.db, scope, { after, count: PHOTOS_AT_ONCE })
    if (posts.length === 0) return
    for (const post of posts) {
      await storeArchiveFile(parts, post)
      after = post.id
    }
  }
}
