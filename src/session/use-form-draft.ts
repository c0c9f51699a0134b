import { useEffect, useState } from 'react'
import type { User } from '../../contract/entities.ts'
import { useSession } from './use-session.ts'

/** Whose a draft is. By the phone number, as an account that was made anew has another id; the device stores the id alone. */
type Writer = Pick<User, 'id'> & Partial<User>

/**
 * What was entered in forms whose session has ended, by the Orma's event_hash, or a name for the form of a new one. Lost with the
 * page, but for a form with `useKeptDraft`.
 */
export const formDrafts = new Map<string, { writer: Writer | undefined; entered: unknown }>()

/**
 * The state of a form that needs a user. Where the session ends, the state is restored once the same user has signed in again.
 */
export function useFormDraft<Entered>(form: string, begin: () => Entered) {
  const { user } = useSession()
  const [writer] = useState(user)
  const [entered, setEntered] = useState(() => {
    const kept = formDrafts.get(form)
    return kept && isSame(kept.writer, writer) ? (kept.entered as Entered) : begin()
  })
  useEffect(() => {
    if (user) formDrafts.delete(form)
    else formDrafts.set(form, { writer, entered })
  }, [form, user, writer, entered])
  return [entered, setEntered] as const
}

function isSame(before: Writer | undefined, now: User | undefined): boolean {
  return before?.phone === undefined ? before?.id === now?.id : before.phone === now?.phone
}
