import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { doAtOnce } from '../blobs/at-once.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Log } from '../log.ts'

/** One blob for each build: JSON, the keys of its files. Its time says when a process last started with it. */
const BUILDS = 'build/'
const FILES = 'asset/'
/** Earlier releases whose files are still served: a tab may stay open over two deployments. */
const EARLIER_RELEASES = 2
/** What only a browser's tools read, and what is compressed beforehand. */
const NOT_SHARED = /\.(map|br|gz)$/
const AT_ONCE = 8

/**
 * Puts the scripts and styles of this build beside the photos, so that pages of it go on when the next one has taken its place, and
 * whichever process they come to: machines are upgraded one by one. Forgets those of builds older than the two before.
 */
export async function shareRelease(
  dist: string,
  blobs: BlobStore,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  try {
    const paths = readdirSync(join(dist, 'assets'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !NOT_SHARED.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(dist.length))
    const list = `${BUILDS}${releaseName(dist)}`
    // Put last: where it is, its files are.
    if ((await blobs.size(list)) === undefined) {
      await doAtOnce(AT_ONCE, paths, async (path) => {
        await blobs.put(fileKey(path), readFileSync(join(dist, path)))
      })
    }
    await blobs.put(list, Buffer.from(JSON.stringify(paths.map(fileKey))))
    await forgetOlder(blobs)
  } catch (error) {
    log.warn('the scripts of this release are not kept for pages that stay open', { error })
  }
}

/** Equal for equal files: the manifest names them by the hashes of their content. */
function releaseName(dist: string): string {
  const manifest = readFileSync(join(dist, '.vite/manifest.json'))
  return createHash('sha256').update(manifest).digest('hex').slice(0, 16)
}

/** Whether a blob is the app's, and no photo: each start has it there again, and no backup has it. */
export function isReleaseKey(key: string): boolean {
  return key.startsWith(BUILDS) || key.startsWith(FILES)
}

/** A script or style of a build that any process has started with; `path` as in its address. */
export async function readReleaseFile(
  blobs: BlobStore,
  path: string,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const bytes = await blobs.read(fileKey(path))
  return bytes && Buffer.from(bytes)
}

/** Names of files have signs that no key may have. */
function fileKey(path: string): string {
  return `${FILES}${createHash('sha256').update(path).digest('hex').slice(0, 32)}`
}

async function forgetOlder(blobs: BlobStore): Promise<void> {
  const builds = await Array.fromAsync(blobs.list(BUILDS))
  const kept = builds.toSorted((a, b) => b.modified.getTime() - a.modified.getTime())
  const gone = kept.splice(1 + EARLIER_RELEASES)
  if (gone.length === 0) return
  const filesOf = async (some: typeof builds) => {
    const lists = await Promise.all(some.map(({ key }) => blobs.read(key)))
    return lists.flatMap((list) =>
      list ? (JSON.parse(String(Buffer.from(list))) as string[]) : [],
    )
  }
  const needed = new Set(await filesOf(kept))
  const unneeded = (await filesOf(gone)).filter((key) => !needed.has(key))
  await doAtOnce(AT_ONCE, unneeded, (key) => blobs.delete(key))
  for (const { key } of gone) await blobs.delete(key)
}
