import { readFile } from 'node:fs/promises'
import { onTestFinished } from 'vitest'

/** Running processes that a process has started. Linux only. */
export async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return list.split(' ').filter(Boolean).map(Number)
}

/** Has what is started as a Node process for the rest of the test be another program. */
export function setProgramOfChildren(file: string): void {
  const { execPath } = process
  process.execPath = file
  onTestFinished(() => void (process.execPath = execPath))
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
