import { useEffect, useState } from 'react'
import { keptForms } from './form-drafts.ts'
import { useSession } from './use-session.ts'

/** The state of a form that takes signing in. Where the session ends meanwhile, it is there again once the same user has signed in. */
export function useKeptForm<Entered>(form: string, begin: () => Entered) {
  const { user } = useSession()
  const [userId] = useState(user?.id)
  const [entered, setEntered] = useState(() => {
    const kept = keptForms.get(form)
    return kept?.userId === userId && kept ? (kept.entered as Entered) : begin()
  })
  useEffect(() => {
    if (user) keptForms.delete(form)
    else keptForms.set(form, { userId, entered })
  }, [form, user, userId, entered])
  return [entered, setEntered] as const
}
