import { useLayoutEffect, useRef } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Moon } from 'lucide-react'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { ownOrmasQuery } from '../../session/user-queries.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { beginUpdateNow } from './begin-update.ts'
import { askToSignIn, sendError } from './send-error.ts'
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
  const { mutate, isPending, error } = useReopen(event)
  const note = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = note
    // Before it is removed, also where the Orma was opened again elsewhere: the focus would be lost with it.
    return () => {
      if (current?.contains(document.activeElement)) focusAround(current)
    }
  }, [])
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

function useReopen({ event_hash }: OwnOrma) {
  const queryClient = useQueryClient()
  const { token } = useSession()
  return useMutation({
    mutationFn: async () => {
      const form = await beginUpdateNow(event_hash, token)
      form.set('paused', 'false')
      return call(api.updateEvent, { params: { event_hash }, form, token })
    },
    onSuccess: ({ event }) => {
      queryClient.setQueryData(queryKeys.event(event_hash), event)
      const { queryKey } = ownOrmasQuery('')
      queryClient.setQueryData(queryKey, (own) =>
        own?.map((each) => (each.id === event.id ? event : each)),
      )
    },
    onError: askToSignIn,
  })
}
