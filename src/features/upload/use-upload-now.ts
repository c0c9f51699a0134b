import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { outbox } from '../../outbox/store/outbox.ts'
import { readSessionFor } from '../../device/token.ts'
import { nudgeUploads } from '../../outbox/page/upload-driver.ts'
import { submitAll } from '../../outbox/page/page-outboxes.ts'
import { submitInWorker } from '../../worker/worker-link.ts'
import { currentSession } from '../../session/session-query.ts'
import { announceUploads } from '../../outbox/queue/announce.ts'
import { retryNow } from '../../outbox/queue/photo-actions.ts'
import { showAlert } from '../../ui/dialogs/alerts.tsx'
import { shrinkDeferred } from './shrink-deferred.ts'
import { wantsSmaller } from './smaller-photos.tsx'

interface UploadNow {
  /** Sends the drafts of the Orma; without a user asks to sign in instead. */
  upload: () => void
  /** UPLOAD NOW was pressed without a user. */
  mustVerify: boolean
  /** What is said then. */
  verifyText: string
}

export function useUploadNow(event_hash: string): UploadNow {
  const queryClient = useQueryClient()
  const [mustVerify, setMustVerify] = useState(false)

  const start = async () => {
    // Told to the worker first, without waiting: the page may be closed in the next moment.
    const isSmaller = wantsSmaller()
    submitInWorker(event_hash, isSmaller)
    const session =
      (await readSessionFor(event_hash)) ??
      (await currentSession(queryClient, event_hash).catch(() => null))
    setMustVerify(!session)
    if (!session) return
    if (!(await submitAll(event_hash, session.user.id, isSmaller))) showAlert(texts.upload.failed)
    // Whoever presses it wants everything tried now, also photos that were waiting for the network.
    await retryNow(outbox).catch(console.error)
    announceUploads()
    if (isSmaller) void shrinkDeferred()
    await nudgeUploads()
  }
  const event = queryClient.getQueryData<Event>(queryKeys.event(event_hash))
  const isByName = event?.guestSignIn === 'name'
  const verifyText = isByName ? texts.guests.mustName : texts.upload.mustVerify
  return { upload: () => void start().catch(console.error), mustVerify, verifyText }
}
