import { readdir, readFile } from 'node:fs/promises'

/** Running processes that a process has started. Linux only. */
export async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return list.split(' ').filter(Boolean).map(Number)
}

/** Whether a photo process has begun to decode. Linux only. */
export async function isDecoding(pid: number): Promise<boolean> {
  const folder = `/proc/${pid}/task`
  const threads = await readdir(folder).catch(() => [])
  const names = threads.map((thread) =>
    readFile(`${folder}/${thread}/comm`, 'utf8').catch(() => ''),
  )
  return (await Promise.all(names)).some((name) => name.startsWith('libvips'))
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
