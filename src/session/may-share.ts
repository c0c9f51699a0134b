import type { Event } from '../../contract/entities.ts'
import { isOrganiser } from '../../contract/rules.ts'

/** Whether somebody is offered to share an Orma's link; undefined: nobody is signed in. */
export function mayShareOrma(event: Event, userId: number | undefined): boolean {
  return event.mayShare || isOrganiser(event, userId)
}
