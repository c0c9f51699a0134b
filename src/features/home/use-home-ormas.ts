import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { mergeOrmas, readRecentOrmas } from '../../device/recent-ormas.ts'
import type { RecentOrma } from '../../device/recent-ormas.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { ownOrmasQuery, viewedOrmasQuery } from '../../session/user-queries.ts'
import type { Session } from '../../session/use-session.ts'

/**
 * The two lists of home and My Ormas; undefined while they are on their way. A guest's visits are those of this device, and a guest
 * owns nothing. A list that fails to load is logged; until it loads, this device's own list is shown. An Orma that the user organises
 * stands among those alone.
 */
export function useHomeOrmas({ status, token = '', user }: Session) {
  const enabled = status === 'signed-in' && user.guestOf === undefined
  const viewed = useQuery({ ...viewedOrmasQuery(token), enabled })
  const own = useQuery({ ...ownOrmasQuery(token), enabled })
  if (status === 'loading') return { visited: undefined, own: undefined }
  const remembered = readRecentOrmas(deviceStorage)
  if (!enabled) return { visited: remembered, own: [] }
  const isOnItsWay = listOf(viewed) === undefined && remembered.length === 0
  const visited = isOnItsWay ? undefined : mergeOrmas(viewed.data ?? [], remembered)
  return { visited: othersOf(visited, own.data), own: listOf(own) }
}

/** The visited Ormas that are none of one's own. */
export function othersOf(
  visited: RecentOrma[] | undefined,
  own: readonly Pick<RecentOrma, 'id'>[] = [],
): RecentOrma[] | undefined {
  const ids = new Set(own.map(({ id }) => id))
  return visited?.filter(({ id }) => !ids.has(id))
}

/** Undefined while it is asked for the first time. */
function listOf({ data, errorUpdateCount }: UseQueryResult<RecentOrma[]>) {
  return data ?? (errorUpdateCount > 0 ? [] : undefined)
}
