import type { ParseArgsConfig, parseArgs } from 'node:util'
import { readArguments } from '../server/settings/read-arguments.ts'
import { giveUp } from './run-child.mjs'

/** What a command was given; ends with one line at an option that it does not have. */
export function givenOptions<const T extends ParseArgsConfig>(
  config: T,
  usage = '',
): ReturnType<typeof parseArgs<T>> {
  try {
    return readArguments(config, usage)
  } catch (error) {
    return giveUp((error as Error).message)
  }
}
