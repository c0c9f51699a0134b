import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { ownOrmasQuery } from '../../session/user-queries.ts'
import { requireToken } from '../../session/use-session.ts'
import type { Session } from '../../session/use-session.ts'
import { newOrmaForm } from './create-form.ts'
import type { NewOrma } from './create-form.ts'

/** Creates an Orma with its images. */
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
  })
}

/** What is said when it failed: the server's reason where it lies in what was entered. */
export function createError(error: Error): string {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefusal ? error.message : texts.create.failed
}
