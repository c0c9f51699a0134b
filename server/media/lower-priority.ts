import { readdir } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL } = constants.priority

/**
 * Has this process go behind those that answer guests. On Linux each thread has a priority of its own, which those that it begins
 * inherit: so that of every thread is lowered, also of those that decode, which may have begun already.
 */
export async function lowerPriority(): Promise<void> {
  const threads = await readdir('/proc/self/task').catch(() => ['0'])
  for (const thread of threads.map(Number)) {
    // Lower still where the server was started so: only root may raise one.
    setPriority(thread, Math.max(getPriority(thread), PRIORITY_BELOW_NORMAL))
  }
}
