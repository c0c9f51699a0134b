import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { ROOT, childEnv } from './run-child.mjs'

interface RunOptions {
  /** Whether the output is shown while it runs; otherwise it is only returned. */
  isShown: boolean
  env?: Record<string, string>
}

const running = new Set<ChildProcess>()

/** Runs a script on this Node, in a process group of its own. Resolves with its exit code and, where not shown, its output. */
export function runScript(
  args: string[],
  { isShown, env = {} }: RunOptions,
): Promise<{ code: number; output: string }> {
  const stream = isShown ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', stream, stream],
    env: childEnv(env),
    detached: true,
  })
  running.add(child)
  let output = ''
  for (const source of [child.stdout, child.stderr]) {
    source?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Ends all running scripts, with the browsers and servers that they started. */
export function stopScripts(): void {
  for (const { pid } of running) {
    if (pid === undefined) continue
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has just ended by itself.
    }
  }
}
