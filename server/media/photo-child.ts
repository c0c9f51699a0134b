import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import type { Log } from '../log.ts'
import { PhotoProcessOutage } from '../outages.ts'
import { startProcess } from './child-process.ts'
import { STARTED } from './photo-messages.ts'
import type { PhotoAnswer, PhotoRequest } from './photo-messages.ts'

export interface PhotoChild {
  pid: number | undefined
  /** Resolves when the process has ended. */
  gone: Promise<void>
  /**
   * Asks for one thing at a time. A child that has not answered after `timeoutMs` is killed; of one that ended before it was ready it is
   * said how.
   */
  ask: (
    request: PhotoRequest,
    timeoutMs: number,
  ) => Promise<PhotoAnswer | { lost: 'crash' | 'timeout' } | { notStarted: string }>
  /** Ends the process at once; resolves when it is gone. */
  kill: () => Promise<void>
}

/** Beside the code, where nobody else may write: what is read from here runs. */
const COMPILED = path.join(import.meta.dirname, '../../node_modules/.cache/photo-process')

/**
 * For glibc: buffers of a picture come from one arena, and what lies free at its end goes back to the kernel after each photo. It comes
 * in pages of 2 MB, not of 4 kB, where the kernel gives these to whom asks: taking it anew for each photo then costs no time.
 */
const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
}

/** For V8: what JavaScript holds of a picture lies beside its heap and goes when young garbage is collected, so soon. */
const YOUNG = '--max-semi-space-size=1'

/** Starts a photo process. It does not keep this one running, and ends with it. Throws an `Outage` where the system refuses at once. */
export function startPhotoChild(log?: Log): PhotoChild {
  const env = { ...MALLOC, NODE_COMPILE_CACHE: COMPILED }
  const program = { file: 'photo-worker.ts', name: 'photo process', execArgv: [YOUNG], env }
  const child = start(program, log)
  child.unref()
  child.channel?.unref()
  const gone = Promise.withResolvers<void>()
  let isStarted = false
  let howEnded: string | undefined
  const onGone = (how: string): void => {
    howEnded = how
    gone.resolve()
  }
  child
    .on('message', (message) => (isStarted ||= message === STARTED))
    .on('exit', (code, signal) => onGone(`it ended with ${code ?? signal}`))
    .on('error', ({ message }) => onGone(message))

  return {
    pid: child.pid,
    gone: gone.promise,

    async ask(request, timeoutMs) {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        child.kill('SIGKILL')
      }, timeoutMs)
      // Not a race with `gone`: that would hold every answer, with its pictures, for as long as the process lives.
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const onMessage = (message: unknown): void => {
        if (message !== STARTED) resolve(message)
      }
      const onEnd = (): void => resolve(undefined)
      child.on('message', onMessage).once('exit', onEnd).once('error', onEnd)
      if (howEnded !== undefined || child.killed) onEnd()
      try {
        // A message that cannot be sent goes to a process that is about to end; one that could not be started has no way to send.
        child.send?.(request, () => undefined)
        const answer = await promise
        if (isAnswer(answer)) return answer
        if (isLate) return { lost: 'timeout' }
        return isStarted ? { lost: 'crash' } : { notStarted: howEnded ?? 'it was ended' }
      } finally {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      }
    },

    async kill() {
      // Without it a program that has nothing else to do ends before it hears of the end.
      child.ref()
      child.kill('SIGKILL')
      await gone.promise
    },
  }
}

function start(program: Parameters<typeof startProcess>[0], log?: Log): ChildProcess {
  try {
    return startProcess(program, log)
  } catch (error) {
    throw new PhotoProcessOutage(error)
  }
}

function isAnswer(value: unknown): value is PhotoAnswer {
  return typeof value === 'object' && value !== null
}
