import { useEffect, useEffectEvent, useState } from 'react'
import type { FormEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { forgetWord, noteWord, takeWordOfLink, wordOf } from '../../session/given-word.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import styles from './door-screen.module.css'

interface DoorScreenProps {
  event_hash: string
  /** The device has been let in. */
  onOpen: () => Promise<void>
}

/** Asks for the word at an Orma's door. One that came with the link is given at once. */
export function DoorScreen({ event_hash, onOpen }: DoorScreenProps) {
  const [word, setWord] = useState(() => {
    takeWordOfLink()
    return wordOf(event_hash) ?? ''
  })
  const noContact = useNoContact()
  const door = useMutation({
    mutationFn: async (pin: string) => {
      const [params, token] = [{ event_hash }, readTokenCookie()]
      await call(api.openDoor, { params, body: { pin }, token })
      noteWord(event_hash, pin)
      await onOpen()
    },
  })
  const giveKnownWord = useEffectEvent(() => {
    if (!word) return
    // Nobody typed it here: where it is refused, it was changed.
    const forget = () => {
      forgetWord(event_hash)
      setWord('')
    }
    door.mutate(word, { onError: (error) => isRefused(error) && forget() })
  })
  useEffect(() => giveKnownWord(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (word.trim()) door.mutate(word)
  }
  const offline = noContact && texts.door.offline
  const isOld = isRefused(door.error) && word === ''
  const refused = door.error ? wordError(door.error) : undefined
  const error = isOld ? texts.door.changed : refused
  return (
    <main id="main" className="page">
      <form className={`stack ${styles.root}`} noValidate onSubmit={submit}>
        <h1>{texts.door.title}</h1>
        <p className="quiet">{texts.door.why}</p>
        <TextField
          label={texts.door.word}
          value={word}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          {...((offline ?? error) ? { error: offline ?? error } : {})}
          onChange={({ target }) => {
            setWord(target.value)
            door.reset()
          }}
        />
        <Button kind="filled" type="submit" busy={door.isPending}>
          {texts.door.open}
        </Button>
      </form>
    </main>
  )
}

function isRefused(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'pin_refused'
}

function wordError(error: Error): string {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'pin_refused' || code === 'invalid_field') return texts.door.refused
  return code === 'too_many_requests' ? texts.door.tooMany : texts.door.failed
}
