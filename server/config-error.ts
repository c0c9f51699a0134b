/** A setting that cannot be: the message is one line for the operator. */
export class ConfigError extends Error {}

/** `allowed` says what the setting may be. */
export function badSetting(name: string, allowed: string): ConfigError {
  return new ConfigError(`${name} has a value that cannot be used; allowed: ${allowed}.`)
}
