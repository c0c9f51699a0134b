import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DoorClosed } from 'lucide-react'
import { api } from '../../../contract/api.ts'
import { dayjs } from '../../../contract/dayjs.ts'
import type { Event } from '../../../contract/entities.ts'
import { isOrganiser } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { sendError } from '../../api/contact.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { noteWord } from '../../session/given-word.ts'
import { useNow } from '../../session/use-can-upload.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { focusContentIfLost } from '../../ui/focus/focus-content.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { showToast } from '../../ui/notices/toast.tsx'
import { askToSignIn } from './change-orma.ts'
import { CheckField } from './check-field.tsx'
import { PinField } from './pin-field.tsx'
import { isPin } from './switch-entries.ts'
import styles from './paused-notice.module.css'

/**
 * Tells an Orma's organisers, and nobody else, that its door lets no new device in for a while, as somebody tried many words. Another
 * word opens it.
 */
export function ClosedDoorNotice({ event }: { event: Event }) {
  const { user } = useSession()
  const { doorClosedUntil } = event
  const until = doorClosedUntil ? Date.parse(doorClosedUntil) : undefined
  const now = useNow(until)
  if (until === undefined || until <= now || !isOrganiser(event, user?.id)) return null
  return <Note event={event} time={dayjs(until).format('HH:mm')} />
}

function Note({ event, time }: { event: Event; time: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  useFocusLost(note, focusContentIfLost)
  return (
    <div className={styles.root} ref={note}>
      <DoorClosed aria-hidden />
      <p>{texts.door.closed(time)}</p>
      <Button onClick={() => setIsAsking(true)}>{texts.switches.changePin}</Button>
      <NewWord event={event} open={isAsking} onClose={() => setIsAsking(false)} />
    </div>
  )
}

interface NewWordProps {
  event: Event
  open: boolean
  onClose: () => void
}

function NewWord({ event, open, onClose }: NewWordProps) {
  const [pin, setPin] = useState('')
  const [keepDevices, setKeepDevices] = useState(true)
  const [isInvalid, setIsInvalid] = useState(false)
  const change = useChangeWord(event)
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    setIsInvalid(!isPin(pin, true))
    if (isPin(pin, true)) change.mutate({ pin, keepDevices })
  }
  return (
    <Dialog
      open={open}
      title={texts.switches.changePin}
      closeLabel={texts.common.close}
      onClose={onClose}
    >
      <form className="stack" noValidate onSubmit={submit}>
        <PinField
          isNew
          entered={{ pin }}
          onChange={(entered) => setPin(entered.pin ?? '')}
          error={isInvalid ? texts.switches.invalidPin : undefined}
        />
        <CheckField
          label={texts.switches.keepDevices}
          hint={texts.switches.keepDevicesHint}
          checked={keepDevices}
          onChange={setKeepDevices}
        />
        <div role="alert">
          {change.error && (
            <p className="error">{sendError(change.error, texts.switches.failed)}</p>
          )}
        </div>
        <Button kind="filled" type="submit" busy={change.isPending}>
          {texts.switches.changePin}
        </Button>
      </form>
    </Dialog>
  )
}

/** The door is open then, and the note, with its dialog, goes. */
function useChangeWord({ event_hash }: Event) {
  const queryClient = useQueryClient()
  const { token } = useSession()
  return useMutation({
    mutationFn: async ({ pin, keepDevices }: { pin: string; keepDevices: boolean }) => {
      const form = new FormData()
      form.set('pin', pin)
      form.set('keepDevices', String(keepDevices))
      const { event } = await call(api.updateEvent, { params: { event_hash }, form, token })
      noteWord(event_hash, pin, event.pinMark)
      queryClient.setQueryData(queryKeys.event(event_hash), event)
      showToast({ text: texts.door.isOpen })
    },
    onError: askToSignIn,
  })
}
