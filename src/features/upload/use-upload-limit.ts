import { useQuery } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { USER_KEY } from '../../session/session-query.ts'
import { useSession } from '../../session/use-session.ts'

/** Whether the server takes no more photos of this user; false until it has said so. */
export function useIsLimitReached(event_hash: string): boolean {
  const { user, token } = useSession()
  const { data } = useQuery({
    queryKey: [USER_KEY, 'upload-limit', event_hash, user?.id],
    queryFn: ({ signal }) => call(api.checkLimit, { params: { event_hash }, token, signal }),
    enabled: user !== undefined,
    staleTime: 0,
  })
  return data?.limitReached ?? false
}
