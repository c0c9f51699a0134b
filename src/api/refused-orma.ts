import { ApiError } from './api-error.ts'

/** Whether the Orma's owner has paused it for everyone else. */
export function isPaused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'paused'
}

/** Whether the server knows no such Orma, or none any more; nobody else's 404 says so. */
export function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'event_not_found'
}

/** Whether nothing of an Orma is to be shown. */
export function isRefused(error: unknown): error is ApiError {
  return isPaused(error) || isGone(error)
}
