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

/** Earlier releases whose files are still served: a tab may stay open over two deployments. */
const EARLIER_KEPT = 2

/**
 * Keeps the scripts and styles of a build below `folder`, so that pages of it go on when the next one has taken its place.
 * Gives the folders of the builds before it, the latest first, and forgets older ones.
 */
export function storeBuild(dist: string, folder: string): string[] {
  const name = buildName(dist)
  mkdirSync(folder, { recursive: true })
  copyOnce(join(dist, 'assets'), folder, name)
  const now = new Date()
  utimesSync(join(folder, name), now, now)
  const earlier = readdirSync(folder)
    .filter((other) => other !== name)
    .map((other) => ({ path: join(folder, other), usedMs: statSync(join(folder, other)).mtimeMs }))
    .toSorted((a, b) => b.usedMs - a.usedMs)
    .map(({ path }) => path)
  for (const path of earlier.splice(EARLIER_KEPT)) rmSync(path, { recursive: true, force: true })
  return earlier
}

/** Equal for equal files: the manifest names them by the hashes of their content. */
function buildName(dist: string): string {
  const manifest = readFileSync(join(dist, '.vite/manifest.json'))
  return createHash('sha256').update(manifest).digest('hex').slice(0, 16)
}

/** All or nothing, also where several processes start at once. */
function copyOnce(assets: string, folder: string, name: string): void {
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
