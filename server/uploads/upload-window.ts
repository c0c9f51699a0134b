import type { User } from '../../contract/entities.ts'
import { canUpload } from '../../contract/rules.ts'
import { texts } from '../../contract/texts.ts'
import type { EventRow } from '../events/events.ts'
import { HttpError } from '../http/http-error.ts'

/** Whether an event takes photos from this user. */
export function isWindowOpen(event: EventRow, user: User, nowMs: number): boolean {
  const wire = { event_original_date: event.event_date, userId: event.user_id }
  const isEnded = Boolean(event.uploads_closed) || (event.ends_at ?? Infinity) <= nowMs
  return user.id === event.user_id || (canUpload(wire, user.id, nowMs) && !isEnded)
}

/** Rejects with 403 where an event takes no photos from this user any more. */
export function requireWindow(event: EventRow, user: User, nowMs: number): void {
  if (!isWindowOpen(event, user, nowMs)) throw windowClosed()
}

export function windowClosed(): HttpError {
  return new HttpError(403, texts.upload.windowClosed, 'window_closed')
}
