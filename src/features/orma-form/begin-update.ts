import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'

type NamedDay = Pick<Event, 'name' | 'event_date'>

/** The body of a call that changes an Orma, so far with what each has: its name and its date as they are (specification: section 7). */
export function beginUpdate({ name, event_date }: NamedDay): FormData {
  const form = new FormData()
  form.set('name', name)
  form.set('event_date', event_date)
  return form
}

/** As `beginUpdate`, of the Orma as the server has it now: who presses a button has seen no form, and must not write an old name. */
export async function beginUpdateNow(
  event_hash: string,
  token: string | undefined,
): Promise<FormData> {
  const { event } = await call(api.getEvent, { params: { event_hash }, token })
  return beginUpdate(event)
}
