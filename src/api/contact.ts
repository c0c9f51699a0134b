import { ApiError } from './api-error.ts'

/** A read that takes longer lets pages say that they wait for the network: what is not there is said within 3 s. */
export const PATIENCE_MS = 2500

/** No word of our server's, whatever the status. */
const SILENCES = new Set(['no_answer', 'timed_out', 'unexpected_answer'])

/** Undefined: not asked yet. */
let isReached: boolean | undefined
const listeners = new Set<() => void>()

/** Whether the server could not be reached when it was last asked; what the browser says of the network tells less. */
export function isSilent(): boolean {
  return isReached === false
}

/** Resolves when the server has answered: at once if it did when it was last asked. */
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

/** Whether an error means that nothing was heard of our server. */
export function isSilence(error: unknown): boolean {
  return error instanceof ApiError && SILENCES.has(error.code)
}

/** Gives what was asked for, and notes whether the server could be reached; with `patienceMs`, also that it takes long. */
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
