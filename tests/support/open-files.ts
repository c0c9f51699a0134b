import { readdir, readlink } from 'node:fs/promises'

/** Files below `folder` that this process has open. */
export async function openFiles(folder: string): Promise<string[]> {
  const files = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    files.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return targets.filter((target) => target.startsWith(folder))
}
