import type { Event } from '../../contract/entities.ts'
import { isOrganiser } from '../../contract/rules.ts'

/** Whether this user is offered to share an Orma: its organisers always, guests unless the organisers have switched that off. */
export function mayShareOrma(
  event: Pick<Event, 'mayShare' | 'userId' | 'organisers'>,
  userId: number | undefined,
): boolean {
  return event.mayShare || isOrganiser(event, userId)
}
