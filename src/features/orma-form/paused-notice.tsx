import { useRef } from 'react'
import { Moon } from 'lucide-react'
import type { Event } from '../../../contract/entities.ts'
import { isOrganiser } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { sendError } from '../../api/contact.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { useSetField } from './change-orma.ts'
import styles from './paused-notice.module.css'

/** Only its organisers are told that an Orma is paused. */
type OwnOrma = Pick<Event, 'event_hash'> &
  Partial<Pick<Event, 'paused' | 'pausedByHost' | 'userId' | 'organisers'>>

/**
 * Tells an Orma's organisers, and nobody else, that it is paused, with a button to open it again, unless who runs the site has paused
 * it; nothing where it is not.
 */
export function PausedNotice({ event }: { event: OwnOrma }) {
  const { user } = useSession()
  const { paused, userId = 0, organisers } = event
  // Who organised the Orma when it was cached may have signed out.
  return paused && isOrganiser({ userId, organisers }, user?.id) ? <Note event={event} /> : null
}

function Note({ event }: { event: OwnOrma }) {
  const { mutate, isPending, error } = useSetField(event, { field: 'paused', value: 'false' })
  const note = useRef<HTMLDivElement>(null)
  useFocusLost(note, focusAround)
  const pausedText = event.pausedByHost ? texts.event.heldByHost : texts.event.paused
  return (
    <div className={styles.root} ref={note}>
      <Moon aria-hidden />
      <p role={error ? 'alert' : undefined}>
        {error ? sendError(error, texts.edit.failed) : pausedText}
      </p>
      {!event.pausedByHost && (
        <Button busy={isPending} onClick={() => mutate()}>
          {texts.event.reopen}
        </Button>
      )}
    </div>
  )
}

/** Moves the focus to what a note stands in: a dialog, an Orma's card, or else the page. */
function focusAround(note: HTMLElement): void {
  const around =
    note.closest('dialog') ??
    note.closest('li')?.querySelector('a') ??
    document.querySelector<HTMLElement>('main h1')
  around?.focus()
}
