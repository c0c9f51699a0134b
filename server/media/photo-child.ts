import { once } from 'node:events'
import path from 'node:path'
import type { Log } from '../log.ts'
import { startProcess } from './child-process.ts'
import type { PhotoAnswer, PhotoRequest } from './photo-messages.ts'

export interface PhotoChild {
  pid: number | undefined
  /** Resolves when the process has ended. */
  gone: Promise<void>
  /** Asks for one thing at a time. A child that has not answered after `timeoutMs` is killed. */
  ask: (
    request: PhotoRequest,
    timeoutMs: number,
  ) => Promise<PhotoAnswer | { lost: 'crash' | 'timeout' }>
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

/** Starts a photo process. It does not keep this one running, and ends with it. */
export function startPhotoChild(log?: Log): PhotoChild {
  const env = { ...MALLOC, NODE_COMPILE_CACHE: COMPILED }
  const program = { file: 'photo-worker.ts', name: 'photo process', execArgv: [YOUNG], env }
  const child = startProcess(program, log)
  child.unref()
  child.channel?.unref()
  let isGone = false
  // A process that cannot be started rejects, and is lost like one that crashed.
  const gone = once(child, 'exit')
    .catch(() => undefined)
    .then(() => void (isGone = true))

  return {
    pid: child.pid,
    gone,

    async ask(request, timeoutMs) {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        child.kill('SIGKILL')
      }, timeoutMs)
      // Not a race with `gone`: that would hold every answer, with its pictures, for as long as the process lives.
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const onEnd = (): void => resolve(undefined)
      child.once('message', resolve).once('exit', onEnd).once('error', onEnd)
      if (isGone || child.killed) onEnd()
      try {
        // A message that cannot be sent goes to a process that is about to end; one that could not be started has no way to send.
        child.send?.(request, () => undefined)
        const answer = await promise
        return isAnswer(answer) ? answer : { lost: isLate ? 'timeout' : 'crash' }
      } finally {
        clearTimeout(timer)
        child.off('message', resolve).off('exit', onEnd).off('error', onEnd)
      }
    },

    async kill() {
      // Without it a program that has nothing else to do ends before it hears of the end.
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}

function isAnswer(value: unknown): value is PhotoAnswer {
  return typeof value === 'object' && value !== null
}
