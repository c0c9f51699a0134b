import { ApiError } from './api-error.ts'

/** Whether the Orma's owner has paused it for everyone else. */
export function isPaused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'paused'
}

/** Whether the server has no such Orma, or none any more. A proxy's 404 does not count. */
export function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'event_not_found'
}

/** Whether nothing of an Orma may be shown. */
export function isRefused(error: unknown): error is ApiError {
  return isPaused(error) || isGone(error)
}
