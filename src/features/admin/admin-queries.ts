import { useRef } from 'react'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { ADMIN_PAGE_SIZE } from '../../../contract/admin.ts'
import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { untilShort } from '../../api/until-short.ts'

// Nothing of this is cached on the device, or outlives its page: it is about other people.

const REFRESH_MS = 60_000
/** A press so soon after an act is shown is the second one of a double tap: by then its opposite, or another row, may be under the finger. */
const DOUBLE_TAP_MS = 700

/** Who runs the site, as they are signed in. */
export interface Admin {
  userId: number
  token: string
}

/** How the site is. 404 for whoever does not run it. */
export function overviewQuery({ userId, token }: Admin) {
  return queryOptions({
    queryKey: [...adminKey(userId), 'overview'],
    queryFn: ({ signal }) => call(api.readOverview, { token, signal }),
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  })
}

/** All Ormas, the newest first, or those that are searched for. */
export function allOrmasQuery({ userId, token }: Admin, search: string) {
  return infiniteQueryOptions({
    queryKey: [...adminKey(userId), 'ormas', search],
    queryFn: async ({ pageParam: after, signal }) => {
      const query = { after, ...(search !== '' && { search }) }
      return (await call(api.listAllEvents, { query, token, signal })).events
    },
    ...untilShort(ADMIN_PAGE_SIZE),
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

export function bansQuery({ userId, token }: Admin) {
  return queryOptions({
    queryKey: [...adminKey(userId), 'bans'],
    queryFn: async ({ signal }) => (await call(api.listBans, { token, signal })).bans,
    gcTime: 0,
  })
}

/** What was done by who runs the site, the newest first. */
export function operatorActsQuery({ userId, token }: Admin) {
  return infiniteQueryOptions({
    queryKey: [...adminKey(userId), 'acts'],
    queryFn: async ({ pageParam: after, signal }) =>
      (await call(api.listOperatorActs, { query: { after }, token, signal })).acts,
    ...untilShort(ADMIN_PAGE_SIZE),
    gcTime: 0,
  })
}

function adminKey(userId: number) {
  return ['admin', userId] as const
}

/**
 * Does something as who runs the site. It counts as done once the page shows it; where it is refused the page is asked for anew,
 * too: somebody else may have done it, or the user may run the site no more. The second press of a double tap does nothing.
 */
export function useAct<Input, Answer>(
  { userId }: Admin,
  act: (input: Input) => Promise<Answer>,
  onDone?: (answer: Answer, input: Input) => void,
) {
  const queryClient = useQueryClient()
  const renew = () => queryClient.invalidateQueries({ queryKey: adminKey(userId) })
  const shownAt = useRef(-Infinity)
  const acting = useMutation({
    mutationFn: act,
    onSuccess: async (answer, input) => {
      await renew()
      shownAt.current = performance.now()
      onDone?.(answer, input)
    },
    onError: () => void renew(),
  })
  const mutate = (input: Input) => {
    if (performance.now() - shownAt.current > DOUBLE_TAP_MS) acting.mutate(input)
  }
  return { ...acting, mutate }
}
