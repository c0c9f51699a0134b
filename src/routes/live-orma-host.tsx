import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { eventQuery } from '../features/event/event-query.ts'
import { keepVisited } from '../offline/keep-answers.ts'
import { followOrma } from '../offline/live-orma.ts'
import { useSession } from '../session/use-session.ts'

/** Hears what happens in the Orma that this page is about, on whichever of its screens, once it is known that there is one. */
export function LiveOrmaHost({ event_hash }: { event_hash: string }) {
  const queryClient = useQueryClient()
  const { status, user, token } = useSession()
  const { data: event } = useQuery({ ...eventQuery(event_hash), enabled: false })
  const userId = user?.id
  const isKnown = event !== undefined
  const isReady = isKnown && status !== 'loading'
  useEffect(
    () => (isReady ? followOrma(queryClient, event_hash, { userId, token }) : undefined),
    [queryClient, event_hash, isReady, userId, token],
  )
  useEffect(() => {
    if (isKnown) void keepVisited(event_hash)
  }, [event_hash, isKnown])
  return null
}
