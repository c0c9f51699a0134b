import { useState } from 'react'
import { CalendarX } from 'lucide-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { deletionStage, deletionTime } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { deletionDayText } from './deletion-day.ts'
import { askToSignIn, sendError } from './send-error.ts'
import './paused-note.css'

export interface DeletionNoteProps {
  event: Event
  /** Offers the download of all photos. */
  onDownload: () => void
}

/**
 * Warns an Orma's owner that the day of its deletion is near: from 14 days before until they have read it, and again from 3 days before.
 * Reading it is what lets the deletion take place.
 */
export function DeletionNote({ event, onDownload }: DeletionNoteProps) {
  const [isOpen, setIsOpen] = useState(false)
  const seen = useDeletionCall(event, 'seen')
  const keep = useDeletionCall(event, 'keep')
  const stage = deletionStage(event, Date.now())
  const isShown =
    stage === 'last' || stage === 'waiting' || (stage === 'soon' && !event.deletionSeenAt)
  if (!event.deleteAt || (!isShown && !isOpen)) return null
  const day = deletionDayText(deletionTime(event) ?? Date.parse(event.deleteAt))
  const error = keep.error ?? seen.error
  const open = () => {
    setIsOpen(true)
    seen.mutate()
  }
  return (
    <>
      <div className="pn">
        <CalendarX aria-hidden />
        <p>{stage === 'waiting' ? texts.deletion.waiting(day) : texts.deletion.near(day)}</p>
        <Button onClick={open}>{texts.deletion.read}</Button>
      </div>
      <Dialog
        open={isOpen}
        title={texts.deletion.title(day)}
        closeLabel={texts.common.close}
        onClose={() => setIsOpen(false)}
        actions={
          <>
            <Button
              onClick={() => {
                setIsOpen(false)
                onDownload()
              }}
            >
              {texts.archive.title}
            </Button>
            <Button kind="danger" onClick={() => setIsOpen(false)}>
              {texts.deletion.letGo}
            </Button>
            <Button kind="filled" busy={keep.isPending} onClick={() => keep.mutate()}>
              {texts.deletion.keep}
            </Button>
          </>
        }
      >
        <p>{texts.deletion.what}</p>
        <div role="alert">
          {error && <p className="error">{sendError(error, texts.deletion.failed)}</p>}
        </div>
      </Dialog>
    </>
  )
}

/** `seen`: notes that the warning was opened. `keep`: clears the day of deletion. */
function useDeletionCall({ event_hash }: Event, what: 'seen' | 'keep') {
  const queryClient = useQueryClient()
  const { token } = useSession()
  return useMutation({
    mutationFn: () => {
      const params = { event_hash }
      if (what === 'seen') return call(api.noteDeletionSeen, { params, token })
      const form = new FormData()
      form.set('deleteAt', '')
      return call(api.updateEvent, { params, form, token })
    },
    onSuccess: ({ event }) => queryClient.setQueryData(queryKeys.event(event_hash), event),
    onError: askToSignIn,
  })
}
