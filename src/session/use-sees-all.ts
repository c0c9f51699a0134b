import type { Event } from '../../contract/entities.ts'
import { seesAll } from '../../contract/rules.ts'
import { useNow } from './use-can-upload.ts'
import { useSession } from './use-session.ts'

/**
 * Whether the viewer sees what others added to an Orma, as far as this device knows; from the moment of its reveal on. While nobody
 * knows yet who is signed in, what an organiser was told is shown as to them.
 */
export function useSeesAll(event: Event | undefined): boolean {
  const { user, status } = useSession()
  const { revealAt, organisers } = event ?? {}
  const moment = revealAt && revealAt !== 'later' ? Date.parse(revealAt) : undefined
  const now = useNow(moment)
  if (!event || seesAll(event, user?.id, now)) return true
  return status === 'loading' && organisers !== undefined
}
