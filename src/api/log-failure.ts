import { ApiError } from './api-error.ts'

/** Writes to the console what has failed, and why: nothing that people wrote or are called, and no address. */
export function logFailure(what: string, error: unknown): void {
  console.error(what, reasonOf(error))
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.status} ${error.code}: ${error.message}`
  // The words of others may name the address that was asked.
  return error instanceof Error ? error.name : typeof error
}
