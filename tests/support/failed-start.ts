import { startCommand } from './started-command.ts'

/** A program that goes on in spite of its settings is ended by then. */
const DEADLINE_MS = 120_000

/** Starts the server with settings that should fail; gives its output and exit code when it has ended. */
export async function startUntilEnd(settings: Record<string, string>) {
  return runProgram(['server/main.ts'], { PORT: '0', ...settings })
}

/** The words with which a start ends that these settings do not allow. */
export async function refusedStart(settings: Record<string, string>): Promise<string> {
  const { code, out, error } = await startUntilEnd(settings)
  if (code !== 1 || out !== '') throw new Error(`it ended with ${code} and said ${out}`)
  return error
}

/** Runs a program of ours until it ends, with these settings alone; gives its output and exit code. */
export async function runProgram(
  args: readonly string[],
  settings: Record<string, string> = {},
  cwd?: string,
) {
  const program = startCommand(args, settings, cwd)
  const deadline = setTimeout(program.kill9, DEADLINE_MS)
  return program.end().finally(() => clearTimeout(deadline))
}
