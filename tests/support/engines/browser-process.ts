import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

const DEADLINE_MS = 120_000
const LOOK_AGAIN_MS = 50

/** A browser as the leader of a process group. */
interface BrowserProcess {
  kill9: () => Promise<void>
}

export function startBrowser(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): BrowserProcess {
  const child: ChildProcess = spawn(command, args, {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...env },
  })
  const { pid } = child
  // Never signal group 0: it is our own.
  if (!pid) throw new Error(`${command} could not be started`)
  const exited = once(child, 'exit')
  const endWithUs = () => killGroup(pid)
  process.once('exit', endWithUs)
  return {
    async kill9() {
      process.off('exit', endWithUs)
      killGroup(pid)
      await exited
    },
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Calls `look` until it gives something: browsers do not report that they are ready. */
export async function untilGiven<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what} did not come up`)
    await wait(LOOK_AGAIN_MS)
  }
}
