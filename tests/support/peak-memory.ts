import { readFileSync } from 'node:fs'
import type { PhotoProcess } from '../../server/media/photo-process.ts'

const LOOK_EVERY_MS = 10

/** Measures the memory of photo processes. */
export interface MemoryWatch {
  /** The highest peak of any of them, in megabytes; NaN where the system does not tell. */
  peak: () => number
  stop: () => void
}

/** Watches the peak memory of all photo processes, also of those that end meanwhile. */
export function watchMemory(photos: Pick<PhotoProcess, 'pids'>): MemoryWatch {
  let kilobytes = Number.NaN
  const look = () => {
    for (const pid of photos.pids()) {
      const held = readPeak(pid)
      if (held !== undefined && !(held <= kilobytes)) kilobytes = held
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    peak() {
      look()
      return kilobytes / 1024
    },
    stop: () => clearInterval(timer),
  }
}

/** Linux only; undefined elsewhere, and for a process that has just ended. */
function readPeak(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const found = /^VmHWM:\s+(\d+) kB$/m.exec(status)
    return found ? Number(found[1]) : undefined
  } catch {
    return undefined
  }
}
