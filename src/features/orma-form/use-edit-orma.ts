import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import { isSilence } from '../../api/contact.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { writeAnswer } from '../../cache/answers.ts'
import { forgetGone } from '../../live/note-refusal.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { useSession } from '../../session/use-session.ts'
import { orAlreadyGone } from '../../outbox/send/already-gone.ts'
import { updateForm } from './edit-form.ts'
import type { OrmaDraft } from './edit-form.ts'
import { askToSignIn } from './send-error.ts'
import { noteUpdate } from './updated-word.ts'

/** Changes an Orma for everyone; the page then begins anew with it. */
export function useUpdateOrma(event: Event) {
  const queryClient = useQueryClient()
  const { token } = useSession()
  return useMutation({
    mutationFn: async (draft: OrmaDraft) => {
      const { event_hash } = event
      const answer = await call(api.updateEvent, {
        params: { event_hash },
        form: updateForm(draft, event),
        token,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      })
      const queryKey = queryKeys.event(event_hash)
      queryClient.setQueryData(queryKey, answer.event)
      // A page that begins anew shows first what is cached. Where nothing can be, it asks.
      await writeAnswer(queryKey, answer.event, Date.now()).catch(() => undefined)
      noteUpdate(event_hash)
      location.reload()
    },
    onError: askToSignIn,
  })
}

/** Deletes an Orma with all that is in it, leaves its page and forgets it on this device. */
export function useDeleteOrma({ event_hash }: Event, leave: () => Promise<void>) {
  const queryClient = useQueryClient()
  const { token } = useSession()
  return useMutation({
    mutationFn: async () => {
      await orAlreadyGone(call(api.deleteEvent, { params: { event_hash }, token }))
    },
    onError: askToSignIn,
    // An answer that was lost may have been the good one.
    retry: (failures, error) => failures === 0 && isSilence(error),
    // Of the hook, not of the press: the page may have heard already that its Orma is gone.
    onSuccess: async () => {
      await leave()
      await forgetGone(queryClient, event_hash, deviceStorage)
    },
  })
}
