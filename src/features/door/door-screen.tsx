import { useEffect, useEffectEvent, useState } from 'react'
import type { FormEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { forgetWord, readAtDoor, takeWordOfLink, wordOf } from '../../session/given-word.ts'
import { giveWord, isWordRefused, wordError } from '../../session/open-door.ts'
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
  // Who was in once and is asked again needs another word.
  const [isOld, setIsOld] = useState(() => readAtDoor(event_hash).isKnown)
  const [refusals, setRefusals] = useState(0)
  const noContact = useNoContact()
  const door = useMutation({
    mutationFn: async (pin: string) => {
      await giveWord(event_hash, pin)
      await onOpen()
    },
    onError: (error) => isWordRefused(error) && setRefusals((before) => before + 1),
  })
  const giveKnownWord = useEffectEvent(() => {
    if (!word) return
    // Nobody typed it here: where it is refused, it was changed.
    const forget = () => {
      forgetWord(event_hash)
      setIsOld(true)
      setWord('')
    }
    door.mutate(word, { onError: (error) => isWordRefused(error) && forget() })
  })
  useEffect(() => giveKnownWord(), [])
  // Given in another tab, or asked for no more: nothing is heard of an Orma from outside its door.
  const lookAgain = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !door.isPending) void onOpen()
  })
  useEffect(() => {
    const look = () => lookAgain()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (word.trim()) door.mutate(word)
  }
  const offline = noContact && texts.door.offline
  // Of a word that nobody typed it is said that it is old.
  const error = door.error && word ? wordError(door.error, door.submittedAt, refusals) : undefined
  return (
    <main id="main" className="page">
      <form className={`stack ${styles.root}`} noValidate onSubmit={submit}>
        <h1>{texts.door.title}</h1>
        <p className="quiet" aria-live="polite">
          {isOld ? texts.door.changed : texts.door.why}
        </p>
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
