import { useRef } from 'react'
import { Moon } from 'lucide-react'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { sendError } from '../../api/contact.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { useSetField } from './change-orma.ts'
import styles from './paused-notice.module.css'

/** Only its owner is told that an Orma is paused. */
type OwnOrma = Pick<Event, 'event_hash'> & Partial<Pick<Event, 'paused' | 'userId'>>

/** Tells an Orma's owner, and nobody else, that it is paused, with a button to open it again; nothing where it is not. */
export function PausedNotice({ event }: { event: OwnOrma }) {
  const { user } = useSession()
  // Who was the owner when the Orma was cached may have signed out.
  return event.paused && user && user.id === event.userId ? <Note event={event} /> : null
}

function Note({ event }: { event: OwnOrma }) {
  const { mutate, isPending, error } = useSetField(event, { field: 'paused', value: 'false' })
  const note = useRef<HTMLDivElement>(null)
  useFocusLost(note, focusAround)
  return (
    <div className={styles.root} ref={note}>
      <Moon aria-hidden />
      <p role={error ? 'alert' : undefined}>
        {error ? sendError(error, texts.edit.failed) : texts.event.paused}
      </p>
      <Button busy={isPending} onClick={() => mutate()}>
        {texts.event.reopen}
      </Button>
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
