/** One request and its answer. */
interface CallNote {
  /** What was asked, such as the name of the endpoint. */
  kind: string
  /** Milliseconds since the beginning when the request was sent whole. */
  at: number
  /** From then until the answer was there whole. */
  ms: number
  /** 0: none came. */
  status: number
  /** The server's code of a refusal, or why no answer came. */
  code?: string
  /** `X-Request-Id` of the answer: it stands in the server's log. */
  requestId?: string | undefined
}

export interface Spread {
  count: number
  p50: number
  p95: number
  p99: number
  max: number
}

export interface ErrorLine {
  kind: string
  status: number
  code: string
  count: number
  /** Of the first ones. */
  requestIds: string[]
}

const IDS_SHOWN = 3

export interface CallBook {
  /** Milliseconds since the beginning. */
  now: () => number
  add: (note: CallNote) => void
  notes: readonly CallNote[]
}

export function createCallBook(): CallBook {
  const start = performance.now()
  const notes: CallNote[] = []
  return { now: () => performance.now() - start, add: (note) => void notes.push(note), notes }
}

/** Whether a request was not done as it was meant. */
function isError({ status }: CallNote): boolean {
  return status === 0 || status >= 400
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

/** Milliseconds of the calls that went well, by their kind. */
export function spreadByKind(notes: readonly CallNote[]): Record<string, Spread> {
  const good = notes.filter((note) => !isError(note))
  const groups = Map.groupBy(good, ({ kind }) => kind)
  const kinds = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(kinds.map(([kind, calls]) => [kind, spreadOf(calls.map((c) => c.ms))]))
}

/** The most frequent first. */
export function errorLines(notes: readonly CallNote[]): ErrorLine[] {
  const groups = Map.groupBy(
    notes.filter(isError),
    ({ kind, status, code = '' }) => `${kind} ${status} ${code}`,
  )
  const lines = [...groups.values()].flatMap((errors) => {
    const [first] = errors
    if (!first) return []
    const { kind, status, code = '' } = first
    const requestIds = errors.flatMap(({ requestId }) => requestId ?? []).slice(0, IDS_SHOWN)
    return { kind, status, code, count: errors.length, requestIds }
  })
  return lines.toSorted((a, b) => b.count - a.count)
}

export interface Slice extends Spread {
  /** Milliseconds since the beginning. */
  from: number
  errors: number
}

/** The time that has passed in so many equal parts. */
export function overTime(notes: readonly CallNote[], passedMs: number, parts: number): Slice[] {
  const length = passedMs / parts
  return Array.from({ length: parts }, (_, part) => {
    const from = part * length
    const own = notes.filter(({ at }) => at >= from && at < from + length)
    const good = own.filter((note) => !isError(note))
    return { from, errors: own.length - good.length, ...spreadOf(good.map(({ ms }) => ms)) }
  })
}

export function slowest(notes: readonly CallNote[], count: number): CallNote[] {
  return notes.toSorted((a, b) => b.ms - a.ms).slice(0, count)
}
