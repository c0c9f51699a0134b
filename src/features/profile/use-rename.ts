import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { beginSession } from '../../session/session-query.ts'
import { profileQuery } from '../../session/user-queries.ts'
import { requireToken } from '../../session/use-session.ts'
import type { Session } from '../../session/use-session.ts'

/** Gives the user another name, here and for everyone. */
export function useRename(session: Session) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (newName: string) => {
      const token = requireToken(session)
      const { user } = await call(api.updateUser, { body: { newName }, token })
      queryClient.setQueryData(profileQuery(token).queryKey, user)
      await beginSession(queryClient, { token, user })
    },
  })
}
