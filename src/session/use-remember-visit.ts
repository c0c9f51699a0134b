import { useEffect } from 'react'
import type { Event } from '../../contract/entities.ts'
import { addRecentOrma, noteVisit } from '../device/recent-ormas.ts'
import { deviceStorage } from './device-storage.ts'
import { sendVisit } from './send-visits.ts'
import { useSession } from './use-session.ts'

/** Remembers a visit of an Orma on this device and, for a signed-in user, once at the server. */
export function useRememberVisit(event: Event | undefined): void {
  const { token } = useSession()
  useEffect(() => {
    if (!event) return
    addRecentOrma(event, deviceStorage)
    noteVisit(event.event_hash, deviceStorage)
  }, [event])
  const event_hash = event?.event_hash
  useEffect(() => {
    if (event_hash && token) void sendVisit(event_hash, token)
  }, [event_hash, token])
}
