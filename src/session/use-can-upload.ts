import { useEffect, useState } from 'react'
import type { Event } from '../../contract/entities.ts'
import { canUpload, uploadsEnd } from '../../contract/rules.ts'
import { useSession } from './use-session.ts'

/** A longer timer would fire at once. Nobody looks at a page for so long. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Whether the viewer adds photos to an Orma; false from the moment on at which its uploads end. Undefined as long as it is not known. */
export function useCanUpload(event: Event | undefined): boolean | undefined {
  const { user, status } = useSession()
  const now = useNow(event && uploadsEnd(event))
  if (!event || (status === 'loading' && !canUpload(event, undefined, now))) return undefined
  return canUpload(event, user?.id, now)
}

/** Whether guests add photos to an Orma, whoever looks at the page. */
export function useGuestsCanUpload(event: Event): boolean {
  return canUpload(event, undefined, useNow(uploadsEnd(event)))
}

/** The time when the page was shown, and from `end` on a time after it. Epoch milliseconds. */
export function useNow(end: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (end === undefined || !(now < end) || end - now > TIMER_MAX_MS) return
    const timer = setTimeout(() => setNow(Date.now()), end - Date.now())
    return () => clearTimeout(timer)
  }, [now, end])
  return now
}
