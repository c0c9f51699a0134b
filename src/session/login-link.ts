import { skipToken, useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import type { Event } from '../../contract/entities.ts'
import { queryKeys } from '../cache/query-keys.ts'

/** Where a guest of this page signs in: by a name where its Orma takes that, which leads back here; else by phone. */
export function useLoginLink() {
  const { event_hash = '' } = useParams({ strict: false })
  const wanted = useLocation({ select: ({ href }) => href })
  const { data: event } = useQuery<Event>({
    queryKey: queryKeys.event(event_hash),
    queryFn: skipToken,
  })
  if (event?.guestSignIn !== 'name') return { to: '/login' } as const
  return { to: '/$event_hash/login', params: { event_hash }, state: { wanted } } as const
}
