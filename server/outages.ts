/** A failure of the machine or of what it needs, which says nothing of what was asked: another try later may do. */
export class Outage extends Error {
  /** How long a job waits for its end before another try. */
  readonly waitMs: number = 10_000
}

/** The database does not answer: it is gone, the line to it is dead, or it has too much to do. What was asked may or may not be done. */
export class DatabaseOutage extends Outage {
  constructor(cause: unknown) {
    super(`the database does not answer: ${messageOf(cause)}`, { cause })
    this.name = 'DatabaseOutage'
  }
}

/** The store of photos does not answer, or refuses us. What was to be stored is not stored. */
export class StoreOutage extends Outage {
  constructor(cause: unknown) {
    super(`the photo store is away: ${messageOf(cause)}`, { cause })
    this.name = 'StoreOutage'
  }
}

/** There is no room on a disk for what was to be written, here or in the database; nothing of it was stored. */
export class StorageFull extends Outage {
  constructor(cause: unknown) {
    super(`no room on the disk: ${messageOf(cause)}`, { cause })
    this.name = 'StorageFull'
  }
}

/** Nothing here can decode a video. Another process may, or this one once ffmpeg is there. */
export class FfmpegMissing extends Outage {
  /** Each try may read the whole video from its store. */
  override readonly waitMs = 60_000

  constructor() {
    super('ffmpeg is missing')
    this.name = 'FfmpegMissing'
  }
}

/** The process that renders photos ends before it is ready, or cannot be started: no memory, a native part that is missing, `/dev/null`. */
export class PhotoProcessOutage extends Outage {
  /** Each try starts a process. */
  override readonly waitMs = 60_000

  constructor(cause: unknown) {
    super(`the photo process does not start: ${messageOf(cause)}`, { cause })
    this.name = 'PhotoProcessOutage'
  }
}

/** Whether a file system says that there is no room. */
export function isOutOfSpace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** What was asked has not answered in time. It may still do so. */
export class NoAnswer extends Error {
  constructor(what: string) {
    super(`no answer in time: ${what}`)
    this.name = 'NoAnswer'
  }
}

/** Rejects with `NoAnswer` where `work`, which is called `what`, takes longer than `limitMs`. */
export async function withinTime<T>(what: string, work: Promise<T>, limitMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new NoAnswer(what)), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
