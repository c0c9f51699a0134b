/** The kinds of browser that guests have. WebKitGTK is the nearest to Safari that runs on Linux. */
export const ENGINE_NAMES = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof ENGINE_NAMES)[number]

/** A running browser with one page, driven from outside. */
export interface EngineDriver {
  /** The first of its processes, and the leader of their group. */
  readonly pid: number
  /** Goes to an address; resolves when the page has loaded. */
  goto: (url: string) => Promise<void>
  /** Runs a function in the page, which sees its arguments as JSON and nothing else from here. */
  evaluate: <Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>
  /** Ends the browser at once (SIGKILL), with all its processes. */
  kill9: () => Promise<void>
}

export interface Engine {
  readonly name: EngineName
  /** Starts the browser on a profile folder, which outlives it. */
  open: (profile: string) => Promise<EngineDriver>
}

/** An expression whose result comes back as JSON, whichever protocol carries it. `list`: its arguments, as an expression. */
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
