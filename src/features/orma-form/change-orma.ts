import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/contact.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { promptAgain } from '../../session/login-prompt.ts'
import { ownOrmasQuery } from '../../session/user-queries.ts'
import { useSession } from '../../session/use-session.ts'

/** Sets one field of an Orma by a button; the others stay as the server has them. `onDone` is called before that shows. */
export function useSetField(
  { event_hash }: Pick<Event, 'event_hash'>,
  { field, value, onDone }: { field: string; value: string; onDone?: () => void },
) {
  const queryClient = useQueryClient()
  const { token } = useSession()
  return useMutation({
    mutationFn: () => {
      const form = new FormData()
      form.set(field, value)
      return call(api.updateEvent, { params: { event_hash }, form, token })
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
