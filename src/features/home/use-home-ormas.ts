import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { readRecentOrmas } from '../../device/recent-ormas.ts'
import type { RecentOrma } from '../../device/recent-ormas.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { sendVisits } from '../../session/send-visits.ts'
import { ownOrmasQuery, viewedOrmasQuery } from '../../session/user-queries.ts'
import type { Session } from '../../session/use-session.ts'
import { mergeOrmas } from './merge-ormas.ts'
import type { OrmaRowProps } from './orma-row.tsx'

type OrmaList = Pick<OrmaRowProps, 'ormas' | 'onRetry'>

/** The two lists of home and My Ormas. A guest has visited what this device remembers, and owns nothing. */
export function useHomeOrmas({ status, token = '' }: Session): {
  visited: OrmaList
  own: OrmaList
} {
  const enabled = status === 'signed-in'
  useEffect(() => {
    if (token !== '') void sendVisits(token)
  }, [token])
  const viewed = useQuery({ ...viewedOrmasQuery(token), enabled })
  const own = useQuery({ ...ownOrmasQuery(token), enabled })
  if (status === 'loading') return { visited: { ormas: undefined }, own: { ormas: undefined } }

  const remembered = readRecentOrmas(deviceStorage)
  if (status === 'signed-out') return { visited: { ormas: remembered }, own: { ormas: [] } }
  const isUnknown = viewed.data === undefined && remembered.length === 0
  const visited = isUnknown ? undefined : mergeOrmas(viewed.data ?? [], remembered)
  return { visited: listOf(visited, viewed), own: listOf(own.data, own) }
}

function listOf(
  ormas: RecentOrma[] | undefined,
  { isError, refetch }: { isError: boolean; refetch: () => Promise<unknown> },
): OrmaList {
  // What there is stands for itself; the bar says how the network is.
  const isMissing = isError && ormas === undefined
  return { ormas, onRetry: isMissing ? () => void refetch() : undefined }
}
