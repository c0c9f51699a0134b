import * as v from 'valibot'

/** What the operator has to see to, such as a setting that cannot be: the message is one line for them. */
export class OperatorError extends Error {}

export type Env = Readonly<Record<string, string | undefined>>

/** Of each environment variable how it is written, and by `sets` what for. */
type Settings = Record<string, v.GenericSchema<string | undefined, unknown>>

/** For the page of settings: what one sets, and in words what holds where it is not set and has no default. */
export function sets<T>(
  what: string,
  unset = '',
): v.MetadataAction<T, { what: string; unset: string }> {
  return v.metadata({ what, unset })
}

/** Reads settings from environment variables. An empty one is not set. Throws an OperatorError for the first that cannot be. */
export function readSettings<T extends Settings>(
  settings: T,
  env: Env,
): v.InferOutput<v.ObjectSchema<T, undefined>> {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text))
  const read = v.safeParse(v.object(settings), given, { abortEarly: true })
  if (read.success) return read.output
  const [issue] = read.issues
  throw badSetting(v.getDotPath(issue) ?? '', issue.message)
}

/** `allowed` says what the setting may be. */
export function badSetting(name: string, allowed: string): OperatorError {
  return new OperatorError(`${name} has a value that cannot be used; allowed: ${allowed}.`)
}
