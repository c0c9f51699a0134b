import { readFileSync } from 'node:fs'
import { memoryBelow } from './process-use.ts'

/** A repack takes a fifth of a second. */
const LOOK_MS = 40
/** In which the kernel counts a process's time, a second. */
const TICKS = 100

export interface Timed {
  seconds: number
  cpuSeconds: number
  megabytes: number
}

/** How long a task took, also on a core, and the most memory that the processes below this one had meanwhile, together. */
export async function timed(task: () => Promise<unknown>): Promise<Timed> {
  let megabytes = 0
  const look = setInterval(() => {
    void memoryBelow(process.pid).then((now) => (megabytes = Math.max(megabytes, now)))
  }, LOOK_MS)
  const [start, before] = [performance.now(), cpuOfEnded()]
  await task()
  clearInterval(look)
  const seconds = (performance.now() - start) / 1000
  return { seconds, cpuSeconds: cpuOfEnded() - before, megabytes }
}

/** Seconds that all processes below this one which have ended had on a core (Linux); else NaN. */
function cpuOfEnded(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS
  } catch {
    return NaN
  }
}
