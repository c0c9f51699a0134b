import { useCallback } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Query, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { timeslotQuery } from '../features/timeline/timeline-queries.ts'
import type { IdPages } from '../posts/post-list.ts'
import type { PostListName } from '../posts/list-name.ts'
import { useSession } from '../session/use-session.ts'
import { userPostsQuery } from '../session/user-queries.ts'

export type OpenedList = UseInfiniteQueryResult<IdPages>

/** The list's own page has just shown it: without news nothing of a long one is asked for again with each of its photos. */
const KNOWN = { refetchOnMount: ({ state }: Pick<Query, 'state'>) => state.isInvalidated }

/** The list of an hour or of one person that a post was opened from; undefined where it is another one, or they have signed out. */
export function useListOpenedFrom(
  event_hash: string,
  list: PostListName | undefined,
): OpenedList | undefined {
  const { token = '', user, status } = useSession()
  const timeslot = list?.kind === 'hour' ? list.timeslot : undefined
  const hour = useInfiniteQuery({
    ...timeslotQuery(event_hash, timeslot ?? ''),
    ...KNOWN,
    enabled: timeslot !== undefined,
  })
  const isOwn = list?.kind === 'own'
  const isPerson = isOwn || list?.kind === 'person'
  const user_id = list?.kind === 'person' ? list.user_id : user?.id
  const person = useInfiniteQuery({
    ...userPostsQuery(event_hash, user_id ?? 0, { token, isOwn }),
    ...KNOWN,
    enabled: isPerson && status === 'signed-in',
  })
  if (timeslot !== undefined) return hour
  return isPerson && status !== 'signed-out' ? person : undefined
}

/** Returns a function that leads to the page of the list that a post was opened from, in place of the post's. */
export function useShowList(
  event_hash: string,
  list: PostListName | undefined,
): () => Promise<void> {
  const navigate = useNavigate()
  const to = `/${event_hash}${list ? pathOf(list) : ''}`
  return useCallback(() => navigate({ to, replace: true }), [navigate, to])
}

function pathOf(list: PostListName): string {
  switch (list.kind) {
    case 'hour':
      return `/timeslot/${list.timeslot}`
    case 'person':
      return `/people/${list.user_id}`
    case 'own':
      return '/myphotos'
    case 'review':
      return '/review'
  }
}
