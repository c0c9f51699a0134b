import { useEffect } from 'react'
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
  const { error } = useQuery({ ...eventQuery(event_hash), enabled: false })
  const isClosed = !isOpen && isRefused(error)
  const router = useRouter()
  // What its page was told then does not hold once it is open again.
  useEffect(() => (isClosed ? () => void router.invalidate() : undefined), [isClosed, router])
  return isClosed ? error : undefined
}
