import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/contact.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { promptAgain } from '../../session/login-prompt.ts'
import { ownOrmasQuery } from '../../session/user-queries.ts'
import { useSession } from '../../session/use-session.ts'

type NamedOrma = Pick<Event, 'event_hash' | 'name' | 'event_date'>

/** The body of a call that changes an Orma, so far with what each has: its name and its date as they are (specification: section 7). */
export function beginUpdate({ name, event_date }: Omit<NamedOrma, 'event_hash'>): FormData {
  const form = new FormData()
  form.set('name', name)
  form.set('event_date', event_date)
  return form
}

/** Sets one field of an Orma by a button. `onDone` is called before that shows. */
export function useSetField(
  orma: NamedOrma,
  { field, value, onDone }: { field: string; value: string; onDone?: () => void },
) {
  const queryClient = useQueryClient()
  const { token } = useSession()
  return useMutation({
    mutationFn: () => {
      const form = beginUpdate(orma)
      form.set(field, value)
      return call(api.updateEvent, { params: { event_hash: orma.event_hash }, form, token })
    },
    onSuccess: ({ event }) => {
      onDone?.()
      queryClient.setQueryData(queryKeys.event(event.event_hash), event)
      const { queryKey } = ownOrmasQuery('')
      queryClient.setQueryData(queryKey, (own) =>
        own?.map((each) => (each.id === event.id ? event : each)),
      )
    },
    onError: askToSignIn,
  })
}

/** Asks the user to sign in again where the server refused the token. */
export function askToSignIn(error: Error): void {
  if (isRefusal(error, 401)) promptAgain()
}
