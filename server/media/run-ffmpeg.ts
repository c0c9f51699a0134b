import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { StorageFull } from '../outages.ts'
import { passedOn } from './child-process.ts'

/**
 * 'undecodable': no further try will do. 'crash' and 'timeout': may have been the machine's fault.
 * 'closed': this server is stopping and says nothing about the video.
 */
type VideoErrorReason = 'undecodable' | 'crash' | 'timeout' | 'closed'

/** Why a video was not made. */
export class VideoError extends Error {
  readonly reason: VideoErrorReason

  constructor(reason: VideoErrorReason, detail: string = reason) {
    super(`Video not made: ${detail}`)
    this.name = 'VideoError'
    this.reason = reason
  }

  /** Whether the same video may be made by another try. */
  get isRetryable(): boolean {
    return this.reason !== 'undecodable'
  }
}

/** What a run may take at most. */
export interface RunLimits {
  /** By the clock; a machine that is busy with other things may fail it. */
  wallSeconds: number
  /** Of the processor: what needs more is no video that a guest filmed. */
  cpuSeconds: number
  /** Of one file that it writes. */
  outputBytes: number
}

/**
 * What ffmpeg has to have for frames of 4K with 10 bits and those of 1080p that are made of them is 0.7 GB (measured); it reserves twice
 * as much as it fills.
 */
const MEMORY_KB = 2_500_000
/** Or each thread would reserve a place of 64 MB of its own. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' }
/** Behind photos, which go behind those that answer guests. */
const NICE = '15'
/** Of standard output: a line of each frame of an hour takes 5 MB. */
const OUTPUT_MAX = 16 * 1024 * 1024
const SAID_MAX = 1000
/** Of a shell where a program is missing or may not be run. */
const NOT_STARTED = [126, 127]
const LIMIT_REACHED: readonly NodeJS.Signals[] = ['SIGXCPU', 'SIGXFSZ', 'SIGABRT']
/** Words of the C library, as programs pass them on. */
const DISK_FULL = /no space left on device|disk quota exceeded/i
const MACHINE_AT_FAULT =
  /(input\/output|i\/o) error|resource temporarily unavailable|cannot allocate memory/i
/** What a shell measures the size of a file in. */
const BLOCK_BYTES = 512
/**
 * The shell becomes the program: so the limits are its own, and its end is the child's. Where memory runs out it goes first. At the soft
 * limit of time it is told to end; at the hard one it would be killed, as where memory runs out.
 */
const CONFINED = [
  '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null',
  'ulimit -c 0; ulimit -v "$1"; ulimit -S -t "$2"; ulimit -H -t $(($2 + 10)); ulimit -f "$3"',
  'shift 3; exec "$@"',
].join('; ')

let isolation: Promise<string[]> | undefined

/** What cuts a program off from every network, where the machine lets us: containers often do not, and have no other network rule. */
function findIsolation(): Promise<string[]> {
  isolation ??= promisify(execFile)('unshare', ['-rn', 'true']).then(
    () => ['unshare', '-rn'],
    () => [],
  )
  return isolation
}

/** Whether what decodes videos runs without a network here. */
export async function isCutOff(): Promise<boolean> {
  return (await findIsolation()).length > 0
}

/** As `runConfined`. */
export function runFfmpeg(
  program: 'ffmpeg' | 'ffprobe',
  args: readonly string[],
  limits: RunLimits,
  signal: AbortSignal,
): Promise<string> {
  return runConfined([program, ...args], limits, signal)
}

/**
 * Runs a program in a process of its own that has nothing of our environment, goes behind all others, and on Linux has limits of
 * memory, processor time and output. Resolves to what it wrote to standard output; rejects with a `VideoError`, or a `StorageFull`.
 */
export async function runConfined(
  [program = '', ...args]: readonly string[],
  limits: RunLimits,
  signal: AbortSignal,
): Promise<string> {
  const behind = process.platform === 'linux' ? ['nice', '-n', NICE] : []
  const [command = program, ...words] = await confine([...behind, program, ...args], limits)
  if (signal.aborted) throw new VideoError('closed')
  const child = spawn(command, words, {
    // A group of its own, so that all of it is killed.
    detached: true,
    env: { ...passedOn(), ...FEW_ARENAS },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let said = ''
  let isOver = false
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(() => {
    isOver = true
    kill()
  }, limits.wallSeconds * 1000)
  signal.addEventListener('abort', kill)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.length > OUTPUT_MAX) kill()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID_MAX)
  })
  try {
    const [code, killer] = await new Promise<[number | null, NodeJS.Signals | null]>(
      (resolve, reject) => {
        child.on('error', reject)
        child.on('close', (...ended) => resolve(ended))
      },
    )
    if (code === 0) return output
    if (signal.aborted) throw new VideoError('closed')
    if (isOver) throw new VideoError('timeout')
    if (DISK_FULL.test(said)) throw new StorageFull(said)
    const reason = MACHINE_AT_FAULT.test(said) ? 'crash' : reasonOf(code, killer)
    throw new VideoError(reason, `${program} ended with ${code ?? killer}: ${said}`)
  } catch (error) {
    throw error instanceof VideoError || error instanceof StorageFull
      ? error
      : new VideoError('crash', String(error))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
  }
}

/** The command that runs another one within these limits, and cut off from every network; on Linux alone. */
export async function confine(
  command: readonly string[],
  { cpuSeconds, outputBytes }: Omit<RunLimits, 'wallSeconds'>,
): Promise<string[]> {
  if (process.platform !== 'linux') return [...command]
  const limits = [MEMORY_KB, Math.ceil(cpuSeconds), Math.ceil(outputBytes / BLOCK_BYTES)]
  return ['sh', '-c', CONFINED, 'sh', ...limits.map(String), ...(await findIsolation()), ...command]
}

/** Its limits of time, output and heap end it as its own refusals do: with what it was given, it always will. */
function reasonOf(code: number | null, killer: NodeJS.Signals | null): VideoErrorReason {
  if (killer !== null && LIMIT_REACHED.includes(killer)) return 'undecodable'
  return code === null || NOT_STARTED.includes(code) ? 'crash' : 'undecodable'
}
