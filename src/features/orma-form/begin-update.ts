import type { Event } from '../../../contract/entities.ts'

export type NamedDay = Pick<Event, 'name' | 'event_date'>

/** The body of a call that changes an Orma, so far with what each has: its name and its date as they are (specification: section 7). */
export function beginUpdate({ name, event_date }: NamedDay): FormData {
  const form = new FormData()
  form.set('name', name)
  form.set('event_date', event_date)
  return form
}
