import { availableParallelism } from 'node:os'
import type { ImageWidth } from '../../contract/image-widths.ts'
import type { Log } from '../log.ts'
import { PhotoProcessOutage } from '../outages.ts'
import { startPhotoChild } from './photo-child.ts'
import type { PhotoChild } from './photo-child.ts'
import { PhotoError } from './photo-messages.ts'
import type { PhotoInput, PhotoRequest, RenderedBy } from './photo-messages.ts'
import type { OrmaImageKind } from './photo-renditions.ts'
import { readType, withFileReader } from './file-reader.ts'

export interface PhotoProcessOptions {
  /** Gets what the processes write to standard error. */
  log?: Log
  /** Photos rendered at once, each in a process of its own. @defaultValue the number of cores */
  parallelism?: number
  /** A process for which there was no work, and that no photo was expected by, ends after so long. @defaultValue 45_000 */
  restMs?: number
  /** The longest one photo may take before its process is killed. @defaultValue 20_000 */
  timeoutMs?: number
}

export type PhotoProcess = ReturnType<typeof createPhotoProcess>

/** Kept ready, on however many cores: more are started where photos wait. */
const WARM = 2
const GET_READY: PhotoRequest = { kind: 'ready', input: new Uint8Array() }

/**
 * Renders photos outside this process, and looks at them; processes start when the first photos come. Each rejects with a `PhotoError`,
 * or a `PhotoProcessOutage` where none starts.
 * A photo is turned by the orientation that was decided of it; without one by its own EXIF data.
 */
export function createPhotoProcess({
  log,
  parallelism = availableParallelism(),
  restMs = 45_000,
  timeoutMs = 20_000,
}: PhotoProcessOptions = {}) {
  const children = new Set<PhotoChild>()
  const idle = new Map<PhotoChild, NodeJS.Timeout>()
  const inSlot = createSlots(parallelism)
  const inHeavySlot = createSlots(1)
  /** Those that have the nudity check's model, or are loading it. */
  const checking = new WeakSet<PhotoChild>()
  let isClosed = false

  async function run<Kind extends keyof RenderedBy>(
    request: PhotoRequest<Kind>,
    taken?: PhotoChild,
  ): Promise<RenderedBy[Kind]> {
    const isHeavy = await needsMuchMemory(request.input)
    const task = async (): ReturnType<PhotoChild['ask']> => {
      if (isClosed) throw new PhotoError('closed')
      const child = taken ?? takeChild()
      if (request.kind === 'nudity' || request.kind === 'ready') checking.add(child)
      const answer = await child.ask(request, timeoutMs)
      // Memory taken by a heavy photo, and whatever state a failure left, go with the process.
      const isSound = 'rendered' in answer || 'undecodable' in answer
      if (isSound && !isHeavy) keep(child)
      else await end(child)
      return answer
    }
    const canWait = request.kind === 'full'
    const answer = await (isHeavy
      ? inHeavySlot(() => inSlot(task, canWait))
      : inSlot(task, canWait))
    if ('rendered' in answer) return answer.rendered as RenderedBy[Kind]
    if ('undecodable' in answer) throw new PhotoError('undecodable', answer.undecodable)
    if (isClosed) throw new PhotoError('closed')
    if ('notStarted' in answer) throw new PhotoProcessOutage(answer.notStarted)
    throw 'failed' in answer ? new PhotoError('crash', answer.failed) : new PhotoError(answer.lost)
  }

  function takeChild(): PhotoChild {
    const [child = startChild()] = idle.keys()
    takeFromIdle(child)
    return child
  }

  function startChild(): PhotoChild {
    const child = startPhotoChild(log)
    children.add(child)
    void child.gone.then(() => {
      takeFromIdle(child)
      children.delete(child)
    })
    return child
  }

  function keep(child: PhotoChild): void {
    if (children.has(child)) idle.set(child, setTimeout(() => void end(child), restMs).unref())
  }

  async function end(child: PhotoChild): Promise<void> {
    takeFromIdle(child)
    await child.kill()
  }

  function takeFromIdle(child: PhotoChild): void {
    clearTimeout(idle.get(child))
    idle.delete(child)
  }

  return {
    render: (input: PhotoInput, orientation?: number) => run({ kind: 'photo', input, orientation }),
    /** What a photo is shown by at first: often without its large picture. */
    renderFirst: (input: PhotoInput, orientation?: number) =>
      run({ kind: 'first', input, orientation }),
    /** The large picture of a photo. Whatever else is asked for goes before it. */
    renderFull: (input: PhotoInput, orientation?: number) =>
      run({ kind: 'full', input, orientation }),
    renderOrmaImage: (input: PhotoInput, kind: OrmaImageKind) => run({ kind, input }),
    /** A WebP of a picture that `renderOrmaImage` has made. */
    renderSmaller: (input: PhotoInput, width: ImageWidth) => run({ kind: width, input }),
    /** Icons of a picture that `renderOrmaImage` has made. */
    renderOrmaIcons: (input: PhotoInput) => run({ kind: 'icons', input }),
    /** What a photo shows by the nudity check, which is given the `square` that `render` has made of it. */
    classify: (input: Uint8Array) => run({ kind: 'nudity', input }),
    /** Whether a JPEG that lacks its end has all its pixels all the same. */
    isWholeJpeg: (input: PhotoInput): Promise<boolean> =>
      run({ kind: 'end', input }).catch((error: unknown) => {
        // Where the machine fails it is taken: rendering it has three tries, and the photo is not lost.
        if (error instanceof PhotoProcessOutage) return true
        if (error instanceof PhotoError && error.reason !== 'closed') return error.isRetryable
        throw error
      }),

    /** Has two processes ready for a while, `forCheck` with its model, so that photos expected soon need not wait for them. */
    warm(forCheck: boolean): void {
      if (isClosed) return
      try {
        while (children.size < Math.min(WARM, parallelism)) keep(startChild())
      } catch {
        // Whoever asks for a photo is told why.
        return
      }
      for (const [child, timer] of idle) {
        timer.refresh()
        if (!forCheck || checking.has(child)) continue
        takeFromIdle(child)
        run(GET_READY, child).catch(() => undefined)
      }
    },

    /** The processes there are just now. */
    pids: () => [...children].flatMap(({ pid = [] }) => pid),

    /** Ends every process at once; renders under way reject with 'closed'. */
    async close(): Promise<void> {
      isClosed = true
      await Promise.all([...children].map(end))
    },
  }
}

/** HEIC and AVIF take hundreds of megabytes to decode: one at a time. */
async function needsMuchMemory(input: PhotoInput): Promise<boolean> {
  const type = await withFileReader(input, readType)
  return type === 'heic' || type === 'avif'
}

/** Lets at most `count` tasks run at once; the others wait their turn in the order they came, those that can wait behind the rest. */
function createSlots(count: number): <T>(task: () => Promise<T>, canWait?: boolean) => Promise<T> {
  const waiting: Array<() => void> = []
  const patient: Array<() => void> = []
  let free = count

  return async function inSlot(task, canWait = false) {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => (canWait ? patient : waiting).push(resolve))
    try {
      return await task()
    } finally {
      // The slot goes straight to the next in line, so that nobody comes in between.
      const next = waiting.shift() ?? patient.shift()
      if (next) next()
      else free += 1
    }
  }
}
