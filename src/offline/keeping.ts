import { findKeptOrma, changeKeptOrma } from '../device/kept-ormas.ts'
import { isMetered } from '../device/connection.ts'
import { keepRest, keepWhole } from './keep-whole.ts'

/** How keeping an Orma on this device goes. */
export interface Keeping {
  state: 'unknown' | 'none' | 'running' | 'paused' | 'failed' | 'done'
  done: number
  all: number
}

const UNKNOWN: Keeping = { state: 'unknown', done: 0, all: 0 }

const keepings = new Map<string, Keeping>()
const stops = new Map<string, AbortController>()
const listeners = new Set<() => void>()

export function keepingOf(event_hash: string): Keeping {
  return keepings.get(event_hash) ?? UNKNOWN
}

export function subscribeToKeeping(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Looks whether the Orma is one that stays on this device. */
export async function lookAtKeeping(event_hash: string): Promise<void> {
  if (keepings.has(event_hash)) return
  const orma = await findKeptOrma(event_hash).catch(() => undefined)
  note(event_hash, { state: orma?.isWanted ? 'done' : 'none' })
}

/** Begins, or goes on. It goes on from whichever page is shown, as long as there is one. */
export async function startKeeping(event_hash: string, token: string | undefined): Promise<void> {
  if (stops.has(event_hash)) return
  const stop = new AbortController()
  stops.set(event_hash, stop)
  note(event_hash, { state: 'running' })
  try {
    const { signal } = stop
    await keepWhole({ event_hash, token, signal }, (done, all) => note(event_hash, { done, all }))
    note(event_hash, { state: 'done' })
  } catch {
    note(event_hash, { state: stop.signal.aborted ? 'paused' : 'failed' })
  } finally {
    stops.delete(event_hash)
  }
}

/**
 * Fetches what is missing of an Orma that stays on this device, where it is and its line costs nobody anything. What cannot
 * be had now is tried again the next time.
 */
export async function keepUp(
  event_hash: string,
  options: { token: string | undefined; signal: AbortSignal },
): Promise<void> {
  const { state } = keepingOf(event_hash)
  if (isMetered() || state === 'running' || state === 'paused') return
  const orma = await findKeptOrma(event_hash).catch(() => undefined)
  if (orma?.isWanted) await keepRest({ event_hash, ...options }).catch(() => undefined)
}

export function pauseKeeping(event_hash: string): void {
  stops.get(event_hash)?.abort()
}

/** The Orma goes like any other from now on, when others need its room. */
export async function stopKeeping(event_hash: string): Promise<void> {
  pauseKeeping(event_hash)
  await changeKeptOrma(event_hash, () => ({ isWanted: false }))
  note(event_hash, { state: 'none' })
}

function note(event_hash: string, change: Partial<Keeping>): void {
  keepings.set(event_hash, { ...keepingOf(event_hash), ...change })
  for (const listener of listeners) listener()
}
