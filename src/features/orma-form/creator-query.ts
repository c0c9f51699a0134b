import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { USER_KEY } from '../../session/session-query.ts'

/**
 * Whether the token's user may create Ormas; with the token of an invitation, it is followed. Asked once for each time the form is
 * opened: what has been entered meanwhile stays, and the server decides.
 */
export function creatorQuery(token: string, invitation: string) {
  return queryOptions({
    queryKey: [USER_KEY, 'creator', token, invitation],
    queryFn: ({ signal }) =>
      invitation
        ? call(api.becomeCreator, { body: { token: invitation }, token })
        : call(api.readCreator, { token, signal }),
    enabled: token !== '',
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
}

/** Whether everybody with a phone may create Ormas, else whom to ask; and whether this server sends codes. */
export function everyCreatorQuery() {
  return queryOptions({
    queryKey: ['every-creator'],
    queryFn: ({ signal }) => call(api.readCreator, { signal }),
    retry: false,
  })
}
