/** The engines that guests use. WebKitGTK is the nearest to Safari on Linux. */
export const ENGINE_NAMES = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof ENGINE_NAMES)[number]

/** A running browser with one page. */
export interface EngineDriver {
  /** Opens an address; resolves when the page has loaded. */
  goto: (url: string) => Promise<void>
  /** Runs a function in the page with its arguments as JSON; it sees no variables from here. */
  evaluate: <Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>
  /** Kills the browser (SIGKILL), with all its processes. */
  kill9: () => Promise<void>
}

export interface Engine {
  readonly name: EngineName
  /** Starts the browser on a profile folder, which is kept when it ends. */
  open: (profile: string) => Promise<EngineDriver>
}

/** An expression for a protocol that gives its result as JSON. `list`: the arguments, as an expression. */
export function asExpression(
  work: (...args: never[]) => unknown,
  args: unknown[],
  list = JSON.stringify(args),
): string {
  return `(async () => JSON.stringify((await (${work.toString()})(...${list})) ?? null))()`
}

export function fromExpression<Result>(json: unknown): Result {
  if (typeof json !== 'string') throw new Error('the page gave no result')
  return JSON.parse(json) as Result
}
