import { readFileSync } from 'node:fs'
import { childrenOf } from '../../tests/support/child-processes.ts'

/** In which the kernel counts a process's time. */
const TICK_MS = 10

/** Milliseconds that these processes had on a core (Linux); else NaN. */
export function cpuMs(pids: readonly number[]): number {
  try {
    const ticks = pids.map((pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return Number(fields[11]) + Number(fields[12])
    })
    return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS
  } catch {
    return NaN
  }
}

/** Milliseconds that this process had on a core. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Megabytes of a process and all below it. */
export async function memoryOfTree(pid: number): Promise<number> {
  return proportionalMegabytes(pid, ['Pss']) + (await memoryBelow(pid))
}

/** Megabytes of all processes below one: shared pages count by their share, as the kernel says (Linux). */
export async function memoryBelow(pid: number): Promise<number> {
  let sum = 0
  for (const child of await childrenOf(pid)) sum += await memoryOfTree(child)
  return sum
}

/** Megabytes of a process alone but for its program's files, whose pages the kernel may take back. */
export function ownMemory(pid: number): number {
  return proportionalMegabytes(pid, ['Pss_Anon', 'Pss_Shmem'])
}

function proportionalMegabytes(pid: number, names: readonly string[]): number {
  try {
    const told = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const kilobytes = names.map((name) =>
      Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(told)![1]),
    )
    return kilobytes.reduce((sum, each) => sum + each, 0) / 1000
  } catch {
    // It has ended meanwhile.
    return 0
  }
}
