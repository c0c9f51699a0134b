import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { isSignedOut, promptAgain } from '../../session/login-prompt.ts'
import { ownOrmasQuery } from '../../session/user-queries.ts'
import { requireToken } from '../../session/use-session.ts'
import type { Session } from '../../session/use-session.ts'
import { newOrmaForm } from './create-form.ts'
import type { NewOrma } from './create-form.ts'

/** What its user could not create because the server did not know them any more. */
let unsent: { userId: number | undefined; orma: NewOrma } | undefined

/** What this user entered before they had to sign in again. */
export function unsentOrma({ user }: Session): NewOrma | undefined {
  return unsent && unsent.userId === user?.id ? unsent.orma : undefined
}

/** Creates an Orma with its images. Whom the server does not know any more is asked to sign in again. */
export function useCreateOrma(session: Session) {
  const queryClient = useQueryClient()
  // The session ends with the refusal.
  const [userId] = useState(session.user?.id)
  return useMutation({
    mutationFn: async (orma: NewOrma): Promise<Event> => {
      const token = requireToken(session)
      const form = newOrmaForm(orma)
      const { event } = await call(api.createEvent, { form, token, timeoutMs: UPLOAD_TIMEOUT_MS })
      void queryClient.invalidateQueries({ queryKey: ownOrmasQuery(token).queryKey })
      return event
    },
    onSuccess: () => {
      unsent = undefined
    },
    onError: (error, orma) => {
      if (!isSignedOut(error)) return
      unsent = { userId, orma }
      promptAgain()
    },
  })
}

/** What is said when it failed: the server's reason where it lies in what was entered. */
export function createError(error: Error): string {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefusal ? error.message : texts.create.failed
}
