import { useRef } from 'react'
import { KeyRound } from 'lucide-react'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { sendError } from '../../api/contact.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { focusContentIfLost } from '../../ui/focus/focus-content.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { showToast } from '../../ui/notices/toast.tsx'
import { nameOf } from './organiser-list.tsx'
import { useChange } from './organiser-queries.ts'
import styles from './organisers.module.css'

/** Asks the organiser, and nobody else, whom an Orma's owner wants to hand it over to. */
export function HandoverNotice({ event }: { event: Event }) {
  const { user, token } = useSession()
  if (!token || event.handover !== user.id) return null
  return <Note event={event} token={token} />
}

function Note({ event, token }: { event: Event; token: string }) {
  const { event_hash, owner } = event
  const params = { event_hash }
  const take = useChange(
    event_hash,
    () => call(api.acceptHandover, { params, token }),
    () => showToast({ text: texts.organise.tookOver }),
  )
  const decline = useChange(event_hash, () => call(api.endHandover, { params, token }))
  const error = take.error ?? decline.error
  const note = useRef<HTMLDivElement>(null)
  useFocusLost(note, focusContentIfLost)
  return (
    <div className={styles.note} ref={note}>
      <KeyRound aria-hidden />
      <p role={error ? 'alert' : undefined}>
        {error
          ? sendError(error, texts.organise.failed)
          : texts.organise.askedYou(nameOf(owner ?? { id: event.userId, name: null }))}
      </p>
      <span className={styles.actions}>
        <Button busy={decline.isPending} onClick={() => decline.mutate()}>
          {texts.organise.decline}
        </Button>
        <Button kind="filled" busy={take.isPending} onClick={() => take.mutate()}>
          {texts.organise.takeOver}
        </Button>
      </span>
    </div>
  )
}
