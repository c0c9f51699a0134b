import { useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { canUpload } from '../../contract/rules.ts'
import { isPaused } from '../api/refused-orma.ts'
import { eventQuery } from '../features/event/event-query.ts'
import type * as LiveScript from '../live/live-orma.ts'
import { sendClosed } from '../live/send-closed.ts'
import { useNoContact } from '../live/use-no-contact.ts'
import { deviceStorage } from '../session/device-storage.ts'
import { useSession } from '../session/use-session.ts'

/** Listens to the live events of the Orma that this page is about, on each of its screens, once the Orma is known to exist. */
export function LiveOrmaHost({ event_hash }: { event_hash: string }) {
  const queryClient = useQueryClient()
  const live = useLiveScript()
  const { status, user, token } = useSession()
  const { data: event, error } = useQuery({ ...eventQuery(event_hash), enabled: false })
  const userId = user?.id
  // A paused Orma is followed too, to hear when it is opened again.
  const isKnown = event !== undefined || isPaused(error)
  const isReady = isKnown && status !== 'loading'
  useEffect(
    () => (isReady ? live?.followOrma(queryClient, event_hash, { userId, token }) : undefined),
    [live, queryClient, event_hash, isReady, userId, token],
  )
  const isOpen = event !== undefined && status !== 'loading' && canUpload(event, userId, Date.now())
  useEffect(() => {
    // Once each time: where the server says otherwise, its word stays.
    if (live && isOpen) void sendClosed(event_hash)
  }, [live, event_hash, isOpen])
  useEffect(() => {
    if (error) void live?.noteRefusal(queryClient, event_hash, { error, storage: deviceStorage })
  }, [live, queryClient, event_hash, error])
  return null
}

/** Not precached, as it is useless without a network. A failed load is tried again when there is one. */
function useLiveScript() {
  const [live, setLive] = useState<typeof LiveScript>()
  const noContact = useNoContact()
  useEffect(() => {
    if (live || noContact) return
    import('../live/live-orma.ts').then(setLive, () => undefined)
  }, [live, noContact])
  return live
}
