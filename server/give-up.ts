import { ConfigError } from './config.ts'

/** Ends the process with why it cannot serve: one sentence where the operator can help it, a stack trace otherwise. */
export function giveUp(error: unknown): never {
  const why = error instanceof ConfigError ? error.message : String((error as Error).stack)
  process.stderr.write(`Orma cannot start. ${why}\n`)
  process.exit(1)
}
