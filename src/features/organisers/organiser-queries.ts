import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/contact.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { promptAgain } from '../../session/login-prompt.ts'
import type { Session } from '../../session/use-session.ts'
import { ownOrmasQuery } from '../../session/user-queries.ts'

/** The invitations to an Orma that nobody has followed yet, for its owner: others once somebody organises it or does not any more. */
export function openInvitationsQuery({ event_hash, organisers = [] }: Event, token: string) {
  return queryOptions({
    queryKey: ['invitations', event_hash, organisers.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const params = { event_hash }
      return (await call(api.listInvitations, { params, token, signal })).invitations
    },
    placeholderData: keepPreviousData,
    // Each may have been followed meanwhile.
    staleTime: 0,
  })
}

/** What an invitation is for. Not cached on the device: its token would be. */
export function invitationQuery(event_hash: string, invitation: string, { user, token }: Session) {
  return queryOptions({
    queryKey: ['invitation', event_hash, invitation, user?.id],
    queryFn: ({ signal }) =>
      call(api.readInvitation, {
        params: { event_hash },
        body: { token: invitation },
        token,
        signal,
      }),
    gcTime: 0,
  })
}

/** Changes who organises an Orma. `send` gives the Orma as it is then, or nothing. */
export function useChange(
  event_hash: string,
  send: () => Promise<{ event: Event } | undefined>,
  onDone?: () => unknown,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      const queryKey = queryKeys.event(event_hash)
      if (answer) queryClient.setQueryData(queryKey, answer.event)
      else await queryClient.invalidateQueries({ queryKey, exact: true })
      void queryClient.invalidateQueries({ queryKey: ownOrmasQuery('').queryKey })
      await onDone?.()
    },
    onError: (error) => {
      if (isRefusal(error, 401)) promptAgain()
      // Somebody else may have changed it before.
      void queryClient.invalidateQueries({ queryKey: queryKeys.event(event_hash), exact: true })
    },
  })
}
