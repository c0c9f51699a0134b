import { open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { ImageWidth } from '../../contract/image-widths.ts'
import type { Log } from '../log.ts'
import { startPhotoChild } from './photo-child.ts'
import type { PhotoChild } from './photo-child.ts'
import { PhotoError } from './photo-messages.ts'
import type { OrmaIcons } from './orma-icons.ts'
import type { PhotoAnswer, PhotoInput, PhotoRequest, RenderedBy } from './photo-messages.ts'
import type {
  FirstRenditions,
  FullRendition,
  OrmaImageKind,
  PhotoRenditions,
} from './photo-renditions.ts'
import type { Probabilities } from './nudity-model.ts'
import { SNIFF_BYTES, sniffPhoto } from '../../contract/photo-type.ts'

export interface PhotoProcessOptions {
  /** Gets what the processes write to standard error. */
  log?: Log
  /** Photos rendered at once, each in a process of its own. @defaultValue the number of cores */
  parallelism?: number
  /** For so long after they were expected photos find processes ready. @defaultValue 45_000 */
  readyMs?: number
  /** A process that has had no work for so long ends; a fresh one takes its place while photos are expected. @defaultValue 10_000 */
  restMs?: number
  /** The longest one photo may take before its process is killed. @defaultValue 20_000 */
  timeoutMs?: number
}

/**
 * Renders photos outside this process, and looks at them. Each rejects with a `PhotoError`. A photo is turned by the orientation that was
 * decided of it; without one by its own EXIF data.
 */
export interface PhotoProcess {
  render: (input: PhotoInput, orientation?: number) => Promise<PhotoRenditions>
  /** What a photo is shown by at first: often without its large picture. */
  renderFirst: (input: PhotoInput, orientation?: number) => Promise<FirstRenditions>
  /** The large picture of a photo. Whatever else is asked for goes before it. */
  renderFull: (input: PhotoInput, orientation?: number) => Promise<FullRendition>
  renderOrmaImage: (input: PhotoInput, kind: OrmaImageKind) => Promise<Uint8Array>
  /** A WebP of a picture that `renderOrmaImage` has made. */
  renderSmaller: (input: PhotoInput, width: ImageWidth) => Promise<Uint8Array>
  /** Icons of a picture that `renderOrmaImage` has made. */
  renderOrmaIcons: (input: PhotoInput) => Promise<OrmaIcons>
  /** Has two processes ready for a while, `forCheck` with its model, so that photos expected soon need not wait for them. */
  warm: (forCheck: boolean) => void
  /** What a photo shows by the nudity check, which is given the `square` that `render` has made of it. */
  classify: (input: Uint8Array) => Promise<Probabilities>
  /** Whether a JPEG that lacks its end has all its pixels all the same. */
  isWholeJpeg: (input: PhotoInput) => Promise<boolean>
  /** The processes there are just now. */
  pids: () => number[]
  /** Ends every process at once; renders under way reject with 'closed'. */
  close: () => Promise<void>
}

/** Kept ready, on however many cores: more are started where photos wait. */
const WARM = 2
const GET_READY: PhotoRequest = { kind: 'ready', input: new Uint8Array() }

/** Makes ready to render; processes start when the first photos come. */
export function createPhotoProcess({
  log,
  parallelism = availableParallelism(),
  readyMs = 45_000,
  restMs = 10_000,
  timeoutMs = 20_000,
}: PhotoProcessOptions = {}): PhotoProcess {
  const children = new Set<PhotoChild>()
  const idle = new Map<PhotoChild, NodeJS.Timeout>()
  const inSlot = createSlots(parallelism)
  const inHeavySlot = createSlots(1)
  const used = new WeakSet<PhotoChild>()
  /** Those that have the nudity check's model, or are loading it. */
  const checking = new WeakSet<PhotoChild>()
  let expected = { until: 0, forCheck: false }
  let isClosed = false

  /** `fresh`: the process that does it, and is as fresh afterwards. */
  async function run<Kind extends keyof RenderedBy>(
    request: PhotoRequest<Kind>,
    fresh?: PhotoChild,
  ): Promise<RenderedBy[Kind]> {
    const isHeavy = await needsMuchMemory(request.input)
    const task = async (): Promise<PhotoAnswer | { lost: 'crash' | 'timeout' }> => {
      if (isClosed) throw new PhotoError('closed')
      const child = fresh ?? takeChild()
      if (!fresh) used.add(child)
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
    throw 'failed' in answer ? new PhotoError('crash', answer.failed) : new PhotoError(answer.lost)
  }

  function takeChild(): PhotoChild {
    dropDead()
    const [child] = idle.keys()
    if (!child) return startChild()
    takeFromIdle(child)
    return child
  }

  function startChild(): PhotoChild {
    const child = startPhotoChild(log)
    children.add(child)
    return child
  }

  function warm(forCheck: boolean): void {
    expected = { until: performance.now() + readyMs, forCheck }
    makeReady()
  }

  function makeReady(): void {
    if (isClosed) return
    dropDead()
    const wanted = Math.min(WARM, parallelism)
    while (children.size < wanted) keep(startChild())
    if (!expected.forCheck) return
    const lacking = wanted - [...children].filter((child) => checking.has(child)).length
    // Also one that has rendered other pictures: whoever opens an Orma and adds photos at once is the first of an evening.
    const idling = [...idle.keys()].filter((child) => !checking.has(child))
    for (const child of idling.slice(0, Math.max(0, lacking))) {
      takeFromIdle(child)
      run(GET_READY, child).catch(() => undefined)
    }
  }

  function keep(child: PhotoChild): void {
    idle.set(child, setTimeout(() => void rest(child), restMs).unref())
  }

  /** What a process has taken for pictures glibc keeps, for the next ones: it goes with the process alone. */
  async function rest(child: PhotoChild): Promise<void> {
    const isExpected = performance.now() < expected.until
    if (isExpected && !used.has(child) && child.isAlive()) return keep(child)
    await end(child)
    if (isExpected) makeReady()
  }

  async function end(child: PhotoChild): Promise<void> {
    takeFromIdle(child)
    await child.kill()
    children.delete(child)
  }

  function takeFromIdle(child: PhotoChild): void {
    clearTimeout(idle.get(child))
    idle.delete(child)
  }

  /** Nobody has heard yet of those that died without work. */
  function dropDead(): void {
    for (const child of [...idle.keys()].filter((one) => !one.isAlive())) {
      takeFromIdle(child)
      children.delete(child)
    }
  }

  return {
    render: (input, orientation) => run({ kind: 'photo', input, orientation }),
    renderFirst: (input, orientation) => run({ kind: 'first', input, orientation }),
    renderFull: (input, orientation) => run({ kind: 'full', input, orientation }),
    warm,
    renderOrmaImage: (input, kind) => run({ kind, input }),
    renderSmaller: (input, width) => run({ kind: width, input }),
    renderOrmaIcons: (input) => run({ kind: 'icons', input }),
    classify: (input) => run({ kind: 'nudity', input }),
    isWholeJpeg: (input) =>
      run({ kind: 'end', input }).catch((error: unknown) => {
        // Where the machine fails it is taken: rendering it has three tries, and the photo is not lost.
        if (error instanceof PhotoError && error.reason !== 'closed') return error.isRetryable
        throw error
      }),
    pids: () => [...children].flatMap((child) => (child.isAlive() && child.pid ? [child.pid] : [])),
    async close() {
      isClosed = true
      await Promise.all([...children].map(end))
    },
  }
}

/** HEIC and AVIF take hundreds of megabytes to decode: one at a time. */
async function needsMuchMemory(input: PhotoInput): Promise<boolean> {
  const type = sniffPhoto(typeof input === 'string' ? await readHead(input) : input)
  return type === 'heic' || type === 'avif'
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
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
