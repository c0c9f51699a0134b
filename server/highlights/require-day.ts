import { displayDay } from '../../contract/display-day.ts'
import { texts } from '../../contract/texts.ts'
import { HttpError } from '../http/http-error.ts'

export function noHighlight(): HttpError {
  return new HttpError(404, texts.server.noHighlight, 'highlight_not_found')
}

/** Throws 404 for what is no day of the calendar, `YYYY-MM-DD`: no database is asked for it. */
export function requireDay(id: string): void {
  if (displayDay(id) === '') throw noHighlight()
}
