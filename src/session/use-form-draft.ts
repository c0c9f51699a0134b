import { useEffect, useState } from 'react'
import { useSession } from './use-session.ts'

/**
 * What was entered in forms whose session has ended, by the Orma's event_hash, or a name for the form of a new one. Lost with the
 * page, but for a form with `useKeptDraft`.
 */
export const formDrafts = new Map<string, { userId: number | undefined; entered: unknown }>()

/**
 * The state of a form that needs a user. Where the session ends, the state is restored once the same user has signed in again.
 */
export function useFormDraft<Entered>(form: string, begin: () => Entered) {
  const { user } = useSession()
  const [userId] = useState(user?.id)
  const [entered, setEntered] = useState(() => {
    const kept = formDrafts.get(form)
    return kept?.userId === userId && kept ? (kept.entered as Entered) : begin()
  })
  useEffect(() => {
    if (user) formDrafts.delete(form)
    else formDrafts.set(form, { userId, entered })
  }, [form, user, userId, entered])
  return [entered, setEntered] as const
}
