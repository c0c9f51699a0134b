import { useEffect, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { canUpload } from '../../contract/rules.ts'
import { isClosed } from '../api/refused-orma.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { hideOthers } from '../live/hide-others.ts'
import { askForAll } from '../live/live-news.ts'
import { isLive } from '../live/live-state.ts'
import { askForOrma } from '../live/renew-lists.ts'
import { followOrma } from '../live/live-orma.ts'
import { applyRefusal } from '../live/apply-refusal.ts'
import { sendRefused } from '../live/send-refused.ts'
import { deviceStorage } from '../session/device-storage.ts'
import { takeWordOfLink } from '../session/given-word.ts'
import { useSeesAll } from '../session/use-sees-all.ts'
import { useSession } from '../session/use-session.ts'

/** How often a page that hears nothing live asks whether the photos are revealed: this device's clock may be slow. */
const LOOK_MS = 30_000

/** Listens to the live events of the Orma that this page is about, on each of its screens, once the Orma is known to exist. */
export function LiveOrmaHost({ event_hash }: { event_hash: string }) {
  const queryClient = useQueryClient()
  const { status, user, token } = useSession()
  // The guest of the Orma that was left, or that is about to be shown.
  const isElsewhere = user?.guestOf !== undefined && user.guestOf !== event_hash
  const { data: event, error } = useQuery({ ...eventQuery(event_hash), enabled: false })
  const userId = user?.id
  // Also on a device that is in already.
  useEffect(() => takeWordOfLink(), [event_hash])
  // Closed, the page that says so asks when it is open again: `OrmaFailure`, the upload screen.
  const isHeard = event !== undefined && !isClosed(error) && status !== 'loading'
  const isReady = isHeard && !isElsewhere
  useEffect(
    () => (isReady ? followOrma(queryClient, event_hash, { userId, token }) : undefined),
    [queryClient, event_hash, isReady, userId, token],
  )
  const isOpen = isHeard && canUpload(event, userId, Date.now())
  useEffect(() => {
    // Once each time: where the server says otherwise, its word stays.
    if (isOpen) void sendRefused(event_hash, { userId, token })
  }, [event_hash, isOpen, userId, token])
  useEffect(() => {
    if (error) void applyRefusal(queryClient, event_hash, { error, storage: deviceStorage })
  }, [queryClient, event_hash, error])
  const isAllShown = useSeesAll(event)
  const wasShown = useRef(isAllShown)
  useEffect(() => {
    if (status === 'loading') return
    if (!isAllShown) void hideOthers(queryClient, event_hash, userId)
    else if (!wasShown.current) askForAll(queryClient, event_hash)
    wasShown.current = isAllShown
  }, [queryClient, event_hash, isAllShown, status, userId])
  useEffect(() => {
    if (isAllShown) return undefined
    const ask = () => {
      if (!isLive(event_hash)) askForOrma(queryClient, event_hash)
    }
    const timer = setInterval(ask, LOOK_MS)
    return () => clearInterval(timer)
  }, [queryClient, event_hash, isAllShown])
  return null
}
