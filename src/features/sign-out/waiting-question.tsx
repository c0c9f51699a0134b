import { useState } from 'react'
import { texts } from '../../../contract/texts.ts'
import { countOf } from '../../outbox/page/count-of.ts'
import type { OutboxChange } from '../../outbox/store/outbox-item.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

/** What a user did that is on this device alone. */
export interface Unsent {
  photos: readonly Pick<OutboxPhoto, 'state' | 'isInMemory' | 'video'>[]
  changes: readonly Pick<OutboxChange, 'kind'>[]
}

const NOTHING: Unsent = { photos: [], changes: [] }

interface WaitingQuestionProps {
  /** What is on this device alone; undefined: nothing is asked. */
  unsent: Unsent | undefined
  /** Of a guest by name. */
  guestName: string | undefined
  /** Discarding was chosen, and goes on for some seconds at most. */
  isDiscarding: boolean
  onKeep: () => void
  onDiscard: () => void
  onCancel: () => void
}

/** Asks what is to become of the outbox when its user signs out. */
export function WaitingQuestion({
  unsent,
  guestName,
  isDiscarding,
  onKeep,
  onDiscard,
  onCancel,
}: WaitingQuestionProps) {
  // The text stays while the dialog closes.
  const [asked, setAsked] = useState(unsent)
  if (unsent !== undefined && unsent !== asked) setAsked(unsent)
  const { title, details } = unsentText(asked ?? NOTHING, guestName)
  return (
    <Dialog
      open={unsent !== undefined}
      role="alertdialog"
      title={title}
      closeLabel={texts.common.cancel}
      onClose={onCancel}
      actions={
        <>
          <Button kind="danger" busy={isDiscarding} onClick={onDiscard}>
            {texts.profile.discardAndLeave}
          </Button>
          <Button kind="filled" disabled={isDiscarding} onClick={onKeep}>
            {texts.profile.keepUntilBack}
          </Button>
        </>
      }
    >
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
    </Dialog>
  )
}

/**
 * What the question of signing out says of it: how much there is, and what becomes of it when its user is back; for a guest by
 * `guestName`, under which name that is.
 */
export function unsentText(
  { photos, changes }: Unsent,
  guestName?: string,
): { title: string; details: string[] } {
  const comments = changes.filter(
    ({ kind }) => kind === 'comment' || kind === 'edit-comment',
  ).length
  const saved = photos.filter(({ isInMemory }) => !isInMemory)
  const unsaved = photos.filter(({ isInMemory }) => isInMemory)
  // Drafts and refused photos are not sent by themselves.
  const queued = saved.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const isSent = queued + changes.length > 0
  const isKept = queued < saved.length
  const isHere = isSent || isKept
  return {
    title: texts.profile.onlyHere({
      photos: photos.filter(({ video }) => !video).length,
      videos: photos.filter(({ video }) => video).length,
      comments,
      others: changes.length - comments,
    }),
    details: [
      ...(unsaved.length > 0 ? [texts.profile.onlyInPage(countOf(unsaved))] : []),
      ...(isHere ? [texts.profile.onlyHereDetail({ isSent, isKept })] : []),
      ...(isHere && guestName !== undefined ? [texts.guests.keptForName(guestName)] : []),
    ],
  }
}
