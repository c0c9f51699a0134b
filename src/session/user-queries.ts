import { queryOptions } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import { call } from '../api/call.ts'
import { USER_KEY } from './session-query.ts'

/** The Ormas that the token's user owns, newest first. */
export function ownOrmasQuery(token: string) {
  return queryOptions({
    queryKey: [USER_KEY, 'ormas'],
    queryFn: async ({ signal }) => (await call(api.listOwnEvents, { token, signal })).allevents,
  })
}

/** The Ormas that the token's user has opened on any device, latest first. */
export function viewedOrmasQuery(token: string) {
  return queryOptions({
    queryKey: [USER_KEY, 'viewed'],
    queryFn: async ({ signal }) => {
      const { recentlyViewed } = await call(api.listRecentlyViewed, { token, signal })
      return recentlyViewed.map(({ Event }) => Event)
    },
    // Any page may have been visited since.
    staleTime: 0,
  })
}

export function profileQuery(token: string) {
  return queryOptions({
    queryKey: [USER_KEY, 'profile'],
    queryFn: async ({ signal }) => (await call(api.getProfile, { token, signal })).user,
  })
}
