import type { User } from '../../contract/entities.ts'
import { canUpload } from '../../contract/rules.ts'
import { texts } from '../../contract/texts.ts'
import { toEvent } from '../events/events.ts'
import type { EventRow } from '../events/events.ts'
import { HttpError } from '../http/http-error.ts'

/** Whether an event takes photos from this user. */
export function isWindowOpen(event: EventRow, user: User, nowMs: number): boolean {
  return canUpload(toEvent(event, user.id, nowMs), user.id, nowMs)
}

/** Rejects with 403 where an event takes no photos from this user any more. */
export function requireWindow(event: EventRow, user: User, nowMs: number): void {
  if (!isWindowOpen(event, user, nowMs)) throw windowClosed()
}

export function windowClosed(): HttpError {
  return new HttpError(403, texts.event.uploadsClosed, 'window_closed')
}
