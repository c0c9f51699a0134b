import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { createLog } from '../log.ts'
import type { Log } from '../log.ts'

const TEXT_MAX = 4_000

/**
 * Has what a child process writes to standard error, such as its last words at a crash, be entries of our log. Each has the request
 * for which `workFor` was called last. That output keeps this process from ending no more than the child does.
 */
export function logChildErrors(
  child: ChildProcess,
  message: string,
  log: Log = createLog('warn'),
): { workFor: () => void } {
  let inContext = AsyncLocalStorage.snapshot()
  const output = child.stderr as Socket | null
  output?.setEncoding('utf8').on('data', (text: string) => {
    inContext(() => log.warn(message, { pid: child.pid, text: text.trim().slice(0, TEXT_MAX) }))
  })
  output?.unref()
  return { workFor: () => void (inContext = AsyncLocalStorage.snapshot()) }
}
