import { useEffect } from 'react'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { call } from '../api/call.ts'
import { addRecentOrma, addSentVisit, isVisitSent, noteVisit } from '../device/recent-ormas.ts'
import { deviceStorage } from './device-storage.ts'
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

async function sendVisit(event_hash: string, token: string): Promise<void> {
  if (isVisitSent(event_hash, deviceStorage)) return
  try {
    await call(api.markViewed, { body: { event_hash }, token })
    addSentVisit(event_hash, deviceStorage)
  } catch {
    // A visit is no loss: the next one tells the server.
  }
}
