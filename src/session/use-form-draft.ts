import { useEffect, useState } from 'react'
import { useSession } from './use-session.ts'

/** What was entered in forms whose user is not signed in any more, by form: an Orma's event_hash, or that of a new one. For this page alone. */
export const formDrafts = new Map<string, { userId: number | undefined; entered: unknown }>()

/** The state of a form that takes signing in. Where the session ends meanwhile, it is there again once the same user has signed in. */
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
