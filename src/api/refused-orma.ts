import { ApiError } from './api-error.ts'

const PAUSED = 'paused'
const AT_DOOR = 'pin_wanted'

/** Whether the Orma asks this device for its word. */
export function isAtDoor(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === AT_DOOR
}

/** Whether what is here of the Orma stays, and is not shown: its organisers have paused it, or it asks this device for its word. */
export function isClosed(error: unknown): error is ApiError {
  return isAtDoor(error) || (error instanceof ApiError && error.code === PAUSED)
}

/** Whether the server has no such Orma, or none any more. A proxy's 404 does not count. */
export function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'event_not_found'
}

/** Whether nothing of an Orma may be shown. */
export function isRefused(error: unknown): error is ApiError {
  return isClosed(error) || isGone(error)
}

/** What this device keeps of the refusal of a closed Orma: the server's words, or that it asks for its own. */
export function markOf(refusal: ApiError): string {
  return refusal.code === AT_DOOR ? AT_DOOR : refusal.message
}

/** The refusal that was kept so. */
export function markedAs(mark: string): ApiError {
  return new ApiError(403, mark, { code: mark === AT_DOOR ? AT_DOOR : PAUSED })
}
