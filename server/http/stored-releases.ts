import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { isOutOfSpace } from '../outages.ts'
import type { Log } from '../log.ts'

/** Earlier releases whose files are still served: a tab may stay open over two deployments. */
export const EARLIER_RELEASES = 2
/** A copy that takes longer was cut off with its process. */
const COPY_MS = 10 * 60_000

/**
 * Keeps the scripts and styles of a build below `folder`, so that pages of it go on when the next one has taken its place: also
 * while this process still runs. Gives the folders of this build and of those before it, the latest first, and forgets older ones.
 */
export function storeRelease(dist: string, folder: string, log: Pick<Log, 'warn'>): string[] {
  const name = releaseName(dist)
  const now = new Date()
  mkdirSync(folder, { recursive: true })
  const isCopied = copyWhereRoom(join(dist, 'assets'), { folder, name }, log)
  if (isCopied) utimesSync(join(folder, name), now, now)
  const earlier = readdirSync(folder)
    .filter((other) => other !== name && !isUnfinished(other))
    .map((other) => ({ path: join(folder, other), usedMs: changedMs(join(folder, other)) }))
    .toSorted((a, b) => b.usedMs - a.usedMs)
    .map(({ path }) => path)
  for (const path of earlier.splice(EARLIER_RELEASES))
    rmSync(path, { recursive: true, force: true })
  for (const left of readdirSync(folder).filter(isUnfinished)) {
    const path = join(folder, left)
    if (now.getTime() - changedMs(path) > COPY_MS) rmSync(path, { recursive: true, force: true })
  }
  return isCopied ? [join(folder, name), ...earlier] : earlier
}

/** A copy under way, by this process or another; or left behind by one that was killed. */
function isUnfinished(name: string): boolean {
  return name.startsWith('.')
}

/** The present where it has been moved or removed meanwhile. */
function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
}

/** Equal for equal files: the manifest names them by the hashes of their content. */
export function releaseName(dist: string): string {
  const manifest = readFileSync(join(dist, '.vite/manifest.json'))
  return createHash('sha256').update(manifest).digest('hex').slice(0, 16)
}

interface Copy {
  folder: string
  name: string
}

/** Whether the copy is there. Without room for it the build is served all the same, and its pages miss their scripts after the next one. */
function copyWhereRoom(assets: string, copy: Copy, log: Pick<Log, 'warn'>): boolean {
  try {
    copyOnce(assets, copy)
    return true
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
    log.warn('the disk is full: the scripts of this release are not kept for pages that stay open')
    return false
  }
}

/** All or nothing, also where several processes start at once. */
function copyOnce(assets: string, { folder, name }: Copy): void {
  if (readdirSync(folder).includes(name)) return
  const unfinished = join(folder, `.${randomUUID()}`)
  try {
    cpSync(assets, join(unfinished, 'assets'), {
      recursive: true,
      filter: (source) => !source.endsWith('.map'),
    })
    // A copy is as open as what it copies, whatever the umask.
    for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
    }
    renameSync(unfinished, join(folder, name))
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process was quicker.
    if (!readdirSync(folder).includes(name)) throw error
  }
}
