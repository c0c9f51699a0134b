import { ApiError } from './api-error.ts'

/** A read that takes longer counts as waiting for the network, so that pages say so within 3 s. */
export const PATIENCE_MS = 2500

/** Codes of errors that are a silence, whatever their status. */
const SILENCES = new Set(['no_answer', 'timed_out', 'unexpected_answer'])

/** Undefined until the first answer or silence. */
let isReached: boolean | undefined
const listeners = new Set<() => void>()

/** Whether the server was silent when it was last asked. `navigator.onLine` tells less. */
export function isSilent(): boolean {
  return isReached === false
}

/** Resolves once the server answers: at once if it answered when it was last asked. */
export function whenReached(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isReached) return
      listeners.delete(look)
      resolve()
    }
    listeners.add(look)
    look()
  })
}

export function subscribeToContact(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function noteContact(reached: boolean): void {
  if (reached === isReached) return
  isReached = reached
  for (const listener of listeners) listener()
}

/** Whether an error is a silence. */
export function isSilence(error: unknown): boolean {
  return error instanceof ApiError && SILENCES.has(error.code)
}

/** Whether the server itself refused with this status: a proxy's answer says nothing. */
export function isRefusal(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status && !isSilence(error)
}

/**
 * Passes on the result of a call and notes whether the server was reached; with `patienceMs`, also when it takes longer than
 * that.
 */
export async function noting<T>(asked: Promise<T>, patienceMs?: number): Promise<T> {
  const timer = patienceMs && setTimeout(() => noteContact(false), patienceMs)
  try {
    const answer = await asked
    noteContact(true)
    return answer
  } catch (error) {
    if (error instanceof ApiError) noteContact(!isSilence(error))
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** What is said of a failed call: the server's reason where it refused, else `otherwise`. */
export function sendError(error: Error, otherwise: string): string {
  const isRefused = error instanceof ApiError && error.status < 500 && !isSilence(error)
  return isRefused ? error.message : otherwise
}
