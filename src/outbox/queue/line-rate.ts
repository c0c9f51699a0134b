import * as v from 'valibot'
import { SLOW_BYTES_PER_SECOND } from '../../../contract/limits.ts'
import type { Outbox } from '../store/outbox.ts'

const NOTE = 'line_rate'
/** With fewer bytes the server's answering time is measured rather than the line. */
const MEASURED_FROM_BYTES = 128 * 1024
/** After this time the line may be another one. */
const HOLDS_MS = 30 * 60_000

const lineRate = v.object({ bytesPerSecond: v.number(), at: v.number() })

/** Measures how fast one photo is sent, from where this turn begins, with failed tries and silences included. */
export function createLineMeter(outbox: Outbox, now: () => number) {
  let first: { offset: number; at: number } | undefined
  let last: typeof first
  return {
    /** So many of the photo's bytes have arrived by now. */
    reached(offset: number): void {
      last = { offset, at: now() }
      first ??= last
    },
    /** Stores the measured rate. Never rejects: nothing depends on it. */
    async note(): Promise<void> {
      if (!first || !last) return
      const bytes = last.offset - first.offset
      const tookMs = last.at - first.at
      if (bytes < MEASURED_FROM_BYTES || tookMs <= 0) return
      const rate = { bytesPerSecond: (bytes / tookMs) * 1000, at: last.at }
      await outbox.writeNote(NOTE, rate).catch(() => undefined)
    },
  }
}

/** Whether the last measured upload of this device was slow. */
export async function wasSlow(outbox: Outbox, now = Date.now()): Promise<boolean> {
  const note = v.safeParse(lineRate, await outbox.readNote(NOTE).catch(() => undefined))
  if (!note.success) return false
  const { bytesPerSecond, at } = note.output
  return bytesPerSecond < SLOW_BYTES_PER_SECOND && Math.abs(now - at) < HOLDS_MS
}
