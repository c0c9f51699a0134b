import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import { requireToken } from '../../api/require-token.ts'
import { ownOrmasQuery } from '../../session/user-queries.ts'
import type { Session } from '../../session/use-session.ts'
import { newOrmaForm } from './create-form.ts'
import type { NewOrma } from './create-form.ts'
import { askToSignIn } from './send-error.ts'

/** Creates an Orma with its images. Where the token is refused, asks to sign in again. */
export function useCreateOrma(session: Session) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (orma: NewOrma): Promise<Event> => {
      const token = requireToken(session)
      const form = newOrmaForm(orma)
      const { event } = await call(api.createEvent, { form, token, timeoutMs: UPLOAD_TIMEOUT_MS })
      void queryClient.invalidateQueries({ queryKey: ownOrmasQuery(token).queryKey })
      return event
    },
    onError: askToSignIn,
  })
}
