import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

let screen: Promise<string> | undefined

/** The name of a virtual screen, for browsers that need one; it ends with this process. */
export function virtualScreen(): Promise<string> {
  screen ??= startScreen()
  return screen
}

async function startScreen(): Promise<string> {
  // Xvfb chooses a free number, and writes it when it is ready.
  const child = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '800x900x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  child.unref()
  process.once('exit', () => child.kill('SIGKILL'))
  const output = child.stdio[3] as NodeJS.ReadableStream & { unref?: () => void }
  const [line] = await once(createInterface({ input: output }), 'line', {
    signal: AbortSignal.timeout(30_000),
  })
  output.unref?.()
  return `:${String(line)}`
}
