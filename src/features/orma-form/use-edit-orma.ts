import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { writeAnswer } from '../../cache/answers.ts'
import { forgetDeletedOrma } from '../../live/apply-refusal.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { forgetDraft } from '../../session/drafts.ts'
import { useSession } from '../../session/use-session.ts'
import { orAlreadyGone } from '../../outbox/send/send-change.ts'
import { isReloadBlocked } from '../../worker/reload-guard.ts'
import { askToSignIn } from './change-orma.ts'
import { noteWord } from '../../session/given-word.ts'
import { updateForm } from './edit-form.ts'
import type { OrmaChanges } from './edit-form.ts'
import { markUpdated, showUpdated } from './updated-toast.ts'

/** Changes an Orma for everyone, then reloads the page; one in which alone photos are stays, and `onKept` is called. */
export function useUpdateOrma(event: Event, onKept: () => void) {
  const queryClient = useQueryClient()
  const { token } = useSession()
  return useMutation({
    mutationFn: async (changes: OrmaChanges) => {
      const { event_hash } = event
      const answer = await call(api.updateEvent, {
        params: { event_hash },
        form: updateForm(event, changes),
        token,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      })
      if (changes.pin) noteWord(event_hash, changes.pin, answer.event.pinMark)
      const queryKey = queryKeys.event(event_hash)
      queryClient.setQueryData(queryKey, answer.event)
      // The reloaded page shows first what is cached. Where nothing can be cached, it asks the server.
      await writeAnswer(queryKey, answer.event, Date.now()).catch(() => undefined)
      forgetDraft(event_hash)
      markUpdated(event_hash)
      if (!isReloadBlocked()) return location.reload()
      onKept()
      showUpdated(event_hash)
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
    // An option of the hook, not of `mutate`: the page may unmount before, as it hears live that the Orma is gone.
    onSuccess: async () => {
      await leave()
      await forgetDeletedOrma(queryClient, event_hash, deviceStorage)
    },
  })
}
