import { useState } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { sendError } from '../../api/contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/notices/toast.tsx'
import { useSetField } from './change-orma.ts'

interface RevealNowProps {
  event: Event
  /** Called when guests see everything. */
  onDone: () => void
}

/** Shows guests all photos of an Orma now, where that is still to come. */
export function RevealNow({ event, onDone }: RevealNowProps) {
  const { switches } = texts
  const [isAsking, setIsAsking] = useState(false)
  const reveal = useSetField(event, {
    field: 'revealAt',
    value: '',
    onDone: () => {
      setIsAsking(false)
      onDone()
      showToast({ text: switches.revealed })
    },
  })
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{switches.revealNow}</Button>
      <ConfirmDialog
        open={isAsking}
        question={switches.revealNowQuestion}
        confirmLabel={switches.revealNow}
        busy={reveal.isPending}
        {...(reveal.error && { error: sendError(reveal.error, switches.failed) })}
        onConfirm={() => reveal.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/** Whether guests are still to see what others added. */
export function isHidden({ revealAt }: Pick<Event, 'revealAt'>, nowMs: number): boolean {
  return revealAt === 'later' || (revealAt !== null && Date.parse(revealAt) > nowMs)
}
