import type { ChildProcess } from 'node:child_process'
import type { Log } from '../log.ts'
import { startProcess } from './child-process.ts'
import type { FilmConfig } from '../../contract/film-config.ts'
import type { Title } from '../../film/draw-title.ts'

/** Makes films, each in a process of its own. */
export interface FilmProcess {
  /** Writes the film to `output`. Rejects with a `FilmError`. */
  render: (request: FilmRequest, options: RenderOptions) => Promise<void>
  /** Processes of films under way. */
  pids: () => number[]
  /** Ends every process at once; films under way reject with 'closed'. */
  close: () => Promise<void>
}

interface RenderOptions {
  onPercent: (percent: number) => void
  /** Ends the film: it rejects with 'cancelled'. */
  signal: AbortSignal
}

/** 'closed': this server is stopping and says nothing about the film. */
type FilmErrorReason = 'failed' | 'stalled' | 'cancelled' | 'closed'

export class FilmError extends Error {
  readonly reason: FilmErrorReason

  constructor(reason: FilmErrorReason, detail: string = reason) {
    super(`Film not made: ${detail}`)
    this.name = 'FilmError'
    this.reason = reason
  }
}

/** A process that says nothing for so long is killed. It tells its progress every half second of film. */
const STALL_MS = 60_000
/**
 * Makes glibc keep the 8 MB of a frame for the next one. Giving them back to the kernel and having them zeroed again took as long
 * as drawing the frame.
 */
const KEEP_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(64 << 20),
  MALLOC_TRIM_THRESHOLD_: String(1 << 30),
  MALLOC_TOP_PAD_: String(64 << 20),
}

export function createFilmProcess({
  stallMs = STALL_MS,
  log,
}: { stallMs?: number; log?: Log } = {}): FilmProcess {
  const children = new Set<ChildProcess>()
  let isClosed = false

  async function render(request: FilmRequest, options: RenderOptions): Promise<void> {
    if (isClosed) throw new FilmError('closed')
    const program = { file: 'film-worker.ts', name: 'film process', env: KEEP_MEMORY }
    const child = startProcess(program, log)
    children.add(child)
    try {
      await follow(child, request, { ...options, stallMs })
    } catch (error) {
      throw isClosed ? new FilmError('closed') : error
    } finally {
      await end(child)
      children.delete(child)
    }
  }

  return {
    render,
    pids: () => [...children].flatMap(({ pid }) => pid ?? []),
    async close() {
      isClosed = true
      await Promise.all([...children].map(end))
    },
  }
}

function follow(
  child: ChildProcess,
  request: FilmRequest,
  { onPercent, signal, stallMs }: RenderOptions & { stallMs: number },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (reason: FilmErrorReason, detail?: string) => reject(new FilmError(reason, detail))
  const stall = setTimeout(() => fail('stalled'), stallMs)
  const onAbort = () => fail('cancelled')
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  child.on('message', (message) => {
    const answer = message as FilmAnswer
    stall.refresh()
    if ('percent' in answer) onPercent(answer.percent)
    else if ('failed' in answer) fail('failed', answer.failed)
    else resolve()
  })
  child.on('error', (error) => fail('failed', error.message))
  child.on('exit', (code, killer) => fail('failed', `the process ended with ${code ?? killer}`))
  // A message that cannot be sent goes to a process that is about to end; one that could not be started has no way to send.
  child.send?.(request, () => undefined)
  return promise.finally(() => {
    clearTimeout(stall)
    signal.removeEventListener('abort', onAbort)
  })
}

/** Ends a process at once; resolves when it is gone. ffmpeg ends with the pipe between them. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

export interface FilmRequest {
  /** Local files, or the bytes where photos lie elsewhere, in the config's order. */
  pictures: (string | Uint8Array)[]
  /** Local files of its clips' videos, in the config's order; undefined: its picture is shown. */
  clips: (string | undefined)[]
  config: FilmConfig
  title: Title
  /** The file of its music; undefined: it is silent. */
  loop: string | undefined
  /** The file to write. */
  output: string
}

/** What it answers: how far it is, again and again, and at last how it went. */
export type FilmAnswer = { percent: number } | { isDone: true } | { failed: string }
