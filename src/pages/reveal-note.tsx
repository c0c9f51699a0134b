import { useState } from 'react'
import { EyeOff } from 'lucide-react'
import type { Event } from '../../contract/entities.ts'
import { isOrganiser } from '../../contract/rules.ts'
import { texts } from '../../contract/texts.ts'
import { sendError } from '../api/contact.ts'
import { HiddenNote } from '../features/reveal/hidden-note.tsx'
import { useSeesAll } from '../session/use-sees-all.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { QuietBar } from '../ui/notices/quiet-bar.tsx'
import { useSetField } from '../features/orma-form/change-orma.ts'
import { whenText } from '../features/reveal/reveal-time.ts'

interface RevealNoteProps {
  event: Event
  /** The feed is below it, in which a guest has their own photos; of the other tabs nothing is shown. */
  isFeed: boolean
}

/** Tells a guest why they see their own photos alone, and organisers that guests do; nothing where everything is shown. */
export function RevealNote({ event, isFeed }: RevealNoteProps) {
  const seesAll = useSeesAll(event)
  if (seesAll) return <OrganisersLine event={event} />
  return <HiddenNote event={event} place={isFeed ? 'feed' : 'tab'} />
}

/** Tells an Orma's organisers, and nobody else, when guests see what they see; what waits for their word they show by a press. */
function OrganisersLine({ event }: { event: Event }) {
  const { user } = useSession()
  const { revealAt, guestsSee } = event
  if (!isOrganiser(event, user?.id)) return null
  const { guestsSeeAt, guestsSeeLater, guestsSeeOwn } = texts.reveal
  if (guestsSee === 'own') return <QuietBar icon={<Icon />}>{guestsSeeOwn}</QuietBar>
  if (revealAt === null) return null
  return (
    <QuietBar icon={<Icon />} action={<ShowNow event={event} />}>
      {revealAt === 'later' ? guestsSeeLater : guestsSeeAt(whenText(revealAt, Date.now()))}
    </QuietBar>
  )
}

function Icon() {
  return <EyeOff size={18} aria-hidden />
}

/** Asks first: what guests have seen cannot be hidden from them again. */
function ShowNow({ event }: { event: Event }) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error } = useSetField(event, { field: 'revealAt', value: '' })
  return (
    <>
      <Button kind="plain" onClick={() => setIsAsking(true)}>
        {texts.reveal.showNow}
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={texts.reveal.showNowQuestion}
        confirmLabel={texts.reveal.showNow}
        busy={isPending}
        {...(error ? { error: sendError(error, texts.edit.failed) } : {})}
        onConfirm={() => mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
