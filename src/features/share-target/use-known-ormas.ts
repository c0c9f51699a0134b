import { useQuery } from '@tanstack/react-query'
import { byLastVisit, readRecentOrmas } from '../../device/recent-ormas.ts'
import type { RecentOrma } from '../../device/recent-ormas.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { useSession } from '../../session/use-session.ts'
import { ownOrmasQuery, viewedOrmasQuery } from '../../session/user-queries.ts'

/** Every Orma that this device or its user knows, the last visited first. */
export function useKnownOrmas(): RecentOrma[] {
  const { status, token = '' } = useSession()
  const enabled = status === 'signed-in'
  const viewed = useQuery({ ...viewedOrmasQuery(token), enabled })
  const own = useQuery({ ...ownOrmasQuery(token), enabled })
  const remembered = readRecentOrmas(deviceStorage)
  return byLastVisit([...remembered, ...(viewed.data ?? []), ...(own.data ?? [])], deviceStorage)
}
