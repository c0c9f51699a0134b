import { changeCachedOrma, findCachedOrma } from '../cache/cached-ormas.ts'

/** What was heard is written down after what it said has been, and not at every word. */
const NOTE_AFTER_MS = 1000

/** The last event of an Orma that this device has heard and cached what it said; undefined: none. */
export async function readHeard(event_hash: string): Promise<string | undefined> {
  // Without it the stream begins with what has happened lately.
  const orma = await findCachedOrma(event_hash).catch(() => undefined)
  return orma?.liveId ?? undefined
}

export function createHeardNote(event_hash: string) {
  let heard: string | undefined
  let isHeld = false
  let timer: ReturnType<typeof setTimeout> | undefined
  function write(): void {
    clearTimeout(timer)
    timer = undefined
    if (isHeld) return
    const liveId = heard
    heard = undefined
    if (liveId !== undefined) void keepHeard(event_hash, liveId).catch(() => undefined)
  }
  return {
    note(id: string): void {
      heard = id
      timer ??= setTimeout(write, NOTE_AFTER_MS)
    },
    write,
    /** Nothing is written down until what is cached is known to be as what was heard says. */
    hold(held: boolean): void {
      isHeld = held
      if (!held) write()
    },
  }
}

async function keepHeard(event_hash: string, liveId: string): Promise<void> {
  // Of an Orma that was forgotten meanwhile no note is begun.
  if (await findCachedOrma(event_hash)) await changeCachedOrma(event_hash, { liveId })
}
