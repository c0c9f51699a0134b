import { useState } from 'react'
import { flushSync } from 'react-dom'
import { CalendarX } from 'lucide-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { cardDay } from '../../../contract/display-day.ts'
import type { Event } from '../../../contract/entities.ts'
import { deletionStage, deletionTime, isOperatorsDeletion } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { sendError } from '../../api/contact.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/notices/toast.tsx'
import { askToSignIn, useSetField } from './change-orma.ts'
import styles from './paused-notice.module.css'

interface DeletionNoteProps {
  event: Event
  /** Offers the download of all photos. */
  onDownload: () => void
}

/**
 * Warns an Orma's owner that the day of its deletion is near: from 14 days before until they have read it, and again from 3 days before;
 * of the operator's day from 30 and 7. Reading it is what lets the deletion take place, unless it is the operator's.
 */
export function DeletionNotice({ event, onDownload }: DeletionNoteProps) {
  const [isOpen, setIsOpen] = useState(false)
  const seen = useNoteSeen(event)
  // At once, so that the focus can go elsewhere.
  const close = () => flushSync(() => setIsOpen(false))
  const onDone = () => {
    if (isOpen) {
      close()
      focusHeading()
    }
    showToast({ text: texts.deletion.kept })
  }
  const keep = useSetField(event, { field: 'deleteAt', value: '', onDone })
  const stage = deletionStage(event, Date.now())
  const isShown =
    stage === 'last' || stage === 'waiting' || (stage === 'soon' && !event.deletionSeenAt)
  if (!isShown && !isOpen) return null
  const isOperators = isOperatorsDeletion(event)
  const day = cardDay(deletionTime(event) ?? Date.parse(event.deleteAt ?? ''))
  const error = keep.error ?? seen.error
  const open = () => {
    setIsOpen(true)
    seen.mutate()
  }
  const letGo = () => {
    close()
    // What was read is not shown again, nor is the button that has the focus now.
    if (!isShown) focusHeading()
  }
  return (
    <>
      <div className={styles.root}>
        <CalendarX aria-hidden />
        <p>{stage === 'waiting' ? texts.deletion.waiting(day) : texts.deletion.near(day)}</p>
        <Button onClick={open}>{texts.deletion.read}</Button>
      </div>
      <Dialog
        open={isOpen}
        title={stage === 'waiting' ? texts.deletion.waitingTitle(day) : texts.deletion.title(day)}
        closeLabel={texts.common.close}
        onClose={letGo}
        actions={
          <>
            <Button
              onClick={() => {
                letGo()
                onDownload()
              }}
            >
              {texts.withVideos(event.allowVideos, texts.archive.title)}
            </Button>
            {seen.isError ? (
              <Button onClick={() => seen.mutate()}>{texts.common.retry}</Button>
            ) : (
              // Without its having been noted, nothing would be deleted.
              <Button
                kind={isOperators ? 'filled' : 'danger'}
                busy={!seen.isSuccess}
                onClick={letGo}
              >
                {isOperators ? texts.deletion.understood : texts.deletion.letGo}
              </Button>
            )}
            {!isOperators && (
              <Button kind="filled" busy={keep.isPending} onClick={() => keep.mutate()}>
                {texts.deletion.keep}
              </Button>
            )}
          </>
        }
      >
        <p>
          {texts.withVideos(
            event.allowVideos,
            isOperators ? texts.deletion.whatByOperator : texts.deletion.what,
          )}
        </p>
        <div role="alert">
          {error && <p className="error">{sendError(error, texts.deletion.failed)}</p>}
        </div>
      </Dialog>
    </>
  )
}

/** Takes the focus when the note, which had it, goes. */
function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus()
}

/** Notes that the warning was opened. */
function useNoteSeen({ event_hash }: Event) {
  const queryClient = useQueryClient()
  const { token } = useSession()
  return useMutation({
    mutationFn: () => call(api.noteDeletionSeen, { params: { event_hash }, token }),
    onSuccess: ({ event }) => queryClient.setQueryData(queryKeys.event(event_hash), event),
    onError: askToSignIn,
  })
}
