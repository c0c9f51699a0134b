import { inTime } from '../device/wait.ts'
import { changeCachedOrma, findCachedOrma } from '../cache/cached-ormas.ts'

/** Waits until what was heard is cached, and does not write at every event. */
const NOTE_AFTER_MS = 1000

/** The id of the last live event of an Orma that this device has heard and cached; undefined: none. */
export async function readLiveId(event_hash: string): Promise<string | undefined> {
  // Without an id the stream begins with the latest events.
  const orma = await inTime(findCachedOrma(event_hash))
  return orma?.liveId ?? undefined
}

/** Stores the id of the last live event of an Orma, some time after it was heard. `write` does so at once. */
export function createLiveIdStore(event_hash: string) {
  let heard: string | undefined
  let isHeld = false
  let timer: ReturnType<typeof setTimeout> | undefined
  function write(): void {
    clearTimeout(timer)
    timer = undefined
    if (isHeld) return
    const liveId = heard
    heard = undefined
    if (liveId !== undefined) void storeLiveId(event_hash, liveId).catch(() => undefined)
  }
  return {
    note(id: string): void {
      heard = id
      timer ??= setTimeout(write, NOTE_AFTER_MS)
    },
    write,
    /** While `held`, nothing is written: what is cached may lack something from before. */
    hold(held: boolean): void {
      isHeld = held
      if (!held) write()
    },
  }
}

async function storeLiveId(event_hash: string, liveId: string): Promise<void> {
  // An Orma that was forgotten meanwhile gets no new record.
  if (await findCachedOrma(event_hash)) await changeCachedOrma(event_hash, { liveId })
}
