import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams, useRouter } from '@tanstack/react-router'
import { isRefused } from '../api/refused-orma.ts'
import { eventQuery } from '../features/event/event-query.ts'

/** Its owner may need the login; photos that were for it are on this phone, and nowhere else. */
const OPEN_PAGES = /\/(login|upload)/

/** Why nothing is shown of the Orma that this page is about: the server has said that it is gone, or paused. */
export function useRefusal(): Error | undefined {
  const { event_hash = '' } = useParams({ strict: false })
  const isOpen = useLocation({ select: ({ pathname }) => OPEN_PAGES.test(pathname) })
  const { error, isPending } = useQuery({ ...eventQuery(event_hash), enabled: false })
  const [last, setLast] = useState({ event_hash, error })
  // While it is asked for again, what was said last holds.
  const isKept = isPending && last.event_hash === event_hash
  const said = isKept ? last.error : error
  if (said !== last.error || last.event_hash !== event_hash) setLast({ event_hash, error: said })
  const isClosed = !isOpen && isRefused(said)
  const router = useRouter()
  // What its page was told then does not hold once it is open again.
  useEffect(() => (isClosed ? () => void router.invalidate() : undefined), [isClosed, router])
  return isClosed ? said : undefined
}
