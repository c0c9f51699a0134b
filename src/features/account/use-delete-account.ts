import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { forgetDevice } from '../../session/forget-device.ts'
import { requireToken, useSession } from '../../session/use-session.ts'

/** Deletes the account, with or without its photos; the app then begins anew, as on a phone that has never seen it. */
export function useDeleteAccount() {
  const queryClient = useQueryClient()
  const session = useSession()
  return useMutation({
    mutationFn: async ({ withPosts }: { withPosts: boolean }) => {
      const token = requireToken(session)
      await call(api.deleteAccount, { query: withPosts ? { posts: 'delete' } : {}, token })
      await forgetDevice(queryClient)
      location.replace('/')
    },
  })
}
