import { ConfigError } from './settings/config-error.ts'
import { Outage } from './outages.ts'

/** Ends the process with why it cannot serve: one line where the operator can help it, a stack trace otherwise. */
export function giveUp(error: unknown): never {
  process.stderr.write(`Orma cannot start${whyNot(error as Error)}\n`)
  process.exit(1)
}

function whyNot(error: Error): string {
  if (error instanceof ConfigError) return `. ${error.message}`
  if (error instanceof Outage) return `: ${error.message}.`
  return `. ${error.stack}`
}
