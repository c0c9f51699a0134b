import type { SourcePlace } from './source-names.ts'
import { createSourceNames } from './source-names.ts'

/** Categories of Chromium's trace that `longTasks` reads. */
export const TRACE_CATEGORIES = [
  'loading',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  // Tells where in the browser a task was begun.
  'toplevel',
]
/** With these it can tell of each task which functions took its time; to look takes time as well. */
export const PROFILE_CATEGORIES = [
  ...TRACE_CATEGORIES,
  'disabled-by-default-v8.cpu_profiler',
  'v8',
  'v8.execute',
]

export interface LongTask {
  /** Milliseconds since the first paint, negative before it. */
  at: number
  ms: number
  /** Of that, in which a processor worked for it: what other programs take is not in it. */
  cpuMs: number
  /** What the browser did, longest first. */
  kinds: Share[]
  /** In which package or file the time passed, longest first. */
  owners: Share[]
  /** In which function the time passed, longest first. */
  functions: Share[]
  /** Which function of ours was the innermost one under way, longest first. */
  ours: Share[]
}

export interface Share {
  name: string
  ms: number
}

export interface MainThread {
  /** Milliseconds from the start of the navigation. */
  firstPaint: number
  tasks: LongTask[]
}

export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  dur?: number
  /** Of the thread's processor time, microseconds. */
  tdur?: number
  id?: string
  args: {
    data?: ProfileData & { startTime?: number; type?: string }
    src_file?: string
    chrome_mojo_event_info?: { mojo_interface_tag?: string }
  }
}

interface ProfileData {
  cpuProfile?: { nodes?: ProfileNode[]; samples?: number[] }
  timeDeltas?: number[]
}

interface ProfileNode {
  id: number
  parent?: number
  callFrame: { functionName: string; url?: string; lineNumber?: number; columnNumber?: number }
}

const LONG_TASK_MS = 50
const SHARES = 6
/** What stands around all that a task does. */
const TASK = 'RunTask'
/** Around the same task, as the category `toplevel` has it. */
const BEGUN = 'ThreadControllerImpl::RunTask'
/**
 * Where the browser gives back memory, 10 s after a process began that nobody looks at: 70 to 170 ms of a slow phone. It takes
 * those of an automated browser for that.
 */
const MEMORY = 'base/allocator/'
/** Through which whoever measures asks the page: to find a button among a hundred takes a slow phone 70 ms. */
const ASKED = 'blink.mojom.DevToolsSession'

/**
 * The main thread's tasks over 50 ms in a trace of one navigation, those before its first paint too. `firstPaint` is the page's own
 * reading, since a trace that begins with its process may lack the navigation's start.
 */
export function longTasks(trace: readonly TraceEvent[], firstPaint: number): MainThread {
  const paint = trace.find(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('the trace has no first paint')
  const start = paint.ts - firstPaint * 1000
  const { pid, tid } = paint
  const all = trace
    .filter((each) => each.pid === pid && each.tid === tid && each.ph === 'X')
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
  const events = all.filter(({ name }) => name !== BEGUN)
  const ofMemory = all.filter(
    ({ name, args }) => name === BEGUN && args.src_file?.startsWith(MEMORY),
  )
  const asked = all.filter(({ args }) => args.chrome_mojo_event_info?.mojo_interface_tag === ASKED)
  // Files are chosen that way: what hears of it is the page's.
  const heard = all.filter(({ args }) => args.data?.type === 'change')
  const samples = readSamples(trace, pid, tid)
  const tasks = events
    .filter(({ name, dur = 0, ts }) => name === TASK && dur > LONG_TASK_MS * 1000 && ts > start)
    .filter((task) => !ofMemory.some(isWithin(task)))
    .filter((task) => !asked.some(isWithin(task)) || heard.some(isWithin(task)))
    .map((task) => {
      const end = task.ts + (task.dur ?? 0)
      const within = events.filter(({ ts, dur = 0 }) => ts >= task.ts && ts + dur <= end)
      const sampled = samples.filter(({ ts }) => ts >= task.ts && ts < end)
      return {
        at: (task.ts - paint.ts) / 1000,
        ms: (task.dur ?? 0) / 1000,
        cpuMs: (task.tdur ?? 0) / 1000,
        kinds: selfTimes(within),
        owners: shares(sampled, ({ leaf }) => leaf.owner),
        functions: shares(sampled, ({ leaf }) => `${leaf.name} (${leaf.owner})`),
        ours: shares(sampled, ({ own }) => own && `${own.name} (${own.owner})`),
      }
    })
  return { firstPaint, tasks }
}

function isWithin({ ts, dur = 0 }: TraceEvent): (event: TraceEvent) => boolean {
  return (event) => event.ts >= ts && event.ts < ts + dur
}

/**
 * Total blocking time of a phone so many times slower: what its main thread's tasks take beyond 50 ms each, from the first paint on,
 * by processor time. By the clock each counts what other programs, and the browser's own threads, take of a small machine as well.
 */
export function blockingMs(trace: readonly TraceEvent[], slowdown: number): number {
  // Before it lie those of the page that a browser begins with.
  const paint = trace.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('the trace has no first paint')
  return trace
    .filter(({ name, pid, tid }) => name === TASK && pid === paint.pid && tid === paint.tid)
    .filter(({ ts, dur = 0 }) => ts + dur > paint.ts)
    .map(({ tdur = 0 }) => (slowdown * tdur) / 1000)
    .reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK_MS), 0)
}

/** How long each kind of event lasted, without the events inside it. */
function selfTimes(events: readonly TraceEvent[]): Share[] {
  const sums = new Map<string, number>()
  const open: { name: string; end: number }[] = []
  for (const { name, ts, dur = 0 } of events) {
    while ((open.at(-1)?.end ?? Infinity) <= ts) open.pop()
    const parent = open.at(-1)
    if (parent) sums.set(parent.name, (sums.get(parent.name) ?? 0) - dur)
    sums.set(name, (sums.get(name) ?? 0) + dur)
    open.push({ name, end: ts + dur })
  }
  return largest(sums)
}

interface Sample {
  ts: number
  us: number
  leaf: SourcePlace
  own: SourcePlace | undefined
}

/** The CPU profile that lies in the trace. */
function readSamples(trace: readonly TraceEvent[], pid: number, tid: number): Sample[] {
  const profile = trace.find(
    (each) => each.name === 'Profile' && each.pid === pid && each.tid === tid,
  )
  if (!profile) return []
  const sourceOf = createSourceNames()
  const places = new Map<number, { place: SourcePlace; parent: number | undefined }>()
  const samples: Sample[] = []
  let ts = profile.args.data?.startTime ?? profile.ts
  for (const { name, id, pid: of, args } of trace) {
    if (name !== 'ProfileChunk' || id !== profile.id || of !== pid) continue
    const { cpuProfile, timeDeltas = [] } = args.data ?? {}
    for (const { id: node, parent, callFrame } of cpuProfile?.nodes ?? []) {
      const { url = '', lineNumber = 0, columnNumber = 0, functionName } = callFrame
      places.set(node, { place: sourceOf(url, lineNumber, columnNumber, functionName), parent })
    }
    for (const [at, node] of (cpuProfile?.samples ?? []).entries()) {
      const us = timeDeltas[at] ?? 0
      // A sample stands for the time since the one before.
      ts += us
      const leaf = places.get(node)?.place
      if (leaf) samples.push({ ts, us, leaf, own: ownAbove(places, node) })
    }
  }
  return samples
}

function ownAbove(
  places: ReadonlyMap<number, { place: SourcePlace; parent: number | undefined }>,
  node: number,
): SourcePlace | undefined {
  for (let at: number | undefined = node; at !== undefined; at = places.get(at)?.parent) {
    const place = places.get(at)?.place
    if (place?.isOurs) return place
  }
  return undefined
}

function shares(
  samples: readonly Sample[],
  nameOf: (sample: Sample) => string | undefined,
): Share[] {
  const sums = new Map<string, number>()
  for (const sample of samples) {
    const name = nameOf(sample)
    if (name) sums.set(name, (sums.get(name) ?? 0) + sample.us)
  }
  return largest(sums)
}

function largest(sums: ReadonlyMap<string, number>): Share[] {
  return [...sums]
    .map(([name, us]) => ({ name, ms: us / 1000 }))
    .filter(({ ms }) => ms >= 1)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SHARES)
}
