import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import type { User } from '../../contract/entities.ts'
import { readDraft } from './drafts.ts'
import { readTokenCookie } from './token-cookie.ts'
import { useSession } from './use-session.ts'

/** Of forms whose session has ended: this page alone has them, for the same user alone. */
const ended = new Map<string, { writer: User | undefined; value: unknown }>()

/**
 * The state of a form that needs a user. `store` writes it as a draft, at each change. Where the session ends, the drafts go with it,
 * but the form has its state again once the same user has signed in on this page.
 */
export function useDraft<Value>(name: string, begin: () => Value, store: (value: Value) => void) {
  const { user, token } = useSession()
  const [writer] = useState(user)
  const [value, setValue] = useState(() => {
    const left = ended.get(name)
    // By the phone number: an account that was made anew has another id.
    return left && left.writer?.phone === writer?.phone ? (left.value as Value) : begin()
  })
  const write = useEffectEvent(() => {
    if (user) ended.delete(name)
    else ended.set(name, { writer, value })
    // Another tab may have ended the session.
    if (user && token === readTokenCookie()) store(value)
  })
  useEffect(() => write(), [value, user])
  return [value, setValue] as const
}

/** Whether a form would begin with what was entered before. */
export function hasDraft(name: string): boolean {
  return ended.has(name) || readDraft(name, v.unknown()) !== undefined
}
