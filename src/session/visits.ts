import { useEffect } from 'react'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { call } from '../api/call.ts'
import { isRefusal } from '../api/contact.ts'
import { addRecentOrma, addSentVisit, isVisitSent, addVisit } from '../device/recent-ormas.ts'
import { deviceStorage } from './device-storage.ts'
import { readTokenCookie } from './token-cookie.ts'
import { useSession } from './use-session.ts'
import { countVisitor } from './visitor-mark.ts'

/** Tells the server of a visit, once for each user who signs in. */
export async function sendVisit(event_hash: string, token: string): Promise<void> {
  if (isVisitSent(event_hash, deviceStorage)) return
  try {
    await call(api.markViewed, { body: { event_hash }, token })
  } catch (error) {
    // A failed report is repeated at the next visit, except for an Orma that is gone.
    if (!isRefusal(error, 404)) return
  }
  // Somebody else may be signed in by now, of whose visits the server knows nothing.
  if (readTokenCookie() === token) addSentVisit(event_hash, deviceStorage)
}

/** Stores a visit on this device and, for a signed-in user, reports it once to the server, which counts it as its guest otherwise. */
export function useRememberVisit(event: Event | undefined): void {
  const { status, token, user } = useSession()
  useEffect(() => {
    if (!event) return
    // In a task of its own, as React runs the effects of a whole page in one. It is a visit also where the page is left before.
    setTimeout(() => {
      addRecentOrma(event, deviceStorage)
      addVisit(event.event_hash, deviceStorage)
    })
  }, [event])
  const event_hash = event?.event_hash
  useEffect(() => {
    if (event_hash && status !== 'loading') void countVisitor(event_hash, status === 'signed-in')
  }, [event_hash, status])
  const isGuest = user?.guestOf !== undefined
  useEffect(() => {
    if (event_hash && token && !isGuest) void sendVisit(event_hash, token)
  }, [event_hash, token, isGuest])
}
