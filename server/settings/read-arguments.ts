import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { nearest } from './misspelt-settings.ts'
import { OperatorError } from './read-settings.ts'

/**
 * What a command was given. Throws an OperatorError for an option that it does not have, with its neighbour, and for a value that is
 * missing; `usage` says how it is called.
 */
export function readArguments<const T extends ParseArgsConfig>(
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`)
    throw new OperatorError(`${whyNot(error as Error, known)} ${usage}`.trim())
  }
}

function whyNot({ message }: Error, known: readonly string[]): string {
  const [, unknown] = /^Unknown option '(\S+)'/.exec(message) ?? []
  // Node goes on with advice, in several lines.
  if (unknown === undefined) return `${message.split(/\.(?=\s|$)/, 1)[0]}.`
  const meant = nearest(unknown, known)
  return meant ? `${unknown} is no option; did you mean ${meant}?` : `${unknown} is no option.`
}
