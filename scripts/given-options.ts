import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { giveUp } from './run-child.mjs'

/** What a command was given; ends with one line at an option that it does not have. */
export function givenOptions<const T extends ParseArgsConfig>(
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    return giveUp((error as Error).message)
  }
}
