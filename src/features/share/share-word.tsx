import { useState } from 'react'
import type { FormEvent } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { giveWord, wordError } from '../../session/open-door.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import styles from './share-dialog.module.css'

interface ShareWordProps {
  event: Event
  /** This tab knows the word that is good now. */
  isKnown: boolean
  /** The link is to carry the word. */
  isWanted: boolean
  onChange: (isWanted: boolean) => void
  /** The server has taken the word. */
  onGiven: () => void
}

/** Puts the word at the door into the link that is shared. Asks for it where this tab does not know it, or knows an old one. */
export function ShareWord({ event, isKnown, isWanted, onChange, onGiven }: ShareWordProps) {
  return (
    <>
      <label className={styles.word}>
        <input
          type="checkbox"
          checked={isWanted}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>
          {texts.door.withWord}
          <br />
          <span className="quiet small">{texts.door.withWordWhy}</span>
        </span>
      </label>
      {isWanted && !isKnown && <AskForWord event_hash={event.event_hash} onGiven={onGiven} />}
    </>
  )
}

interface AskForWordProps {
  event_hash: string
  onGiven: () => void
}

/** The server is asked whether it is the word: a wrong one would lead guests to a door that they cannot open. */
function AskForWord({ event_hash, onGiven }: AskForWordProps) {
  const [word, setWord] = useState('')
  const queryClient = useQueryClient()
  const give = useMutation({
    mutationFn: async () => {
      await giveWord(event_hash, word)
      // Where another organiser has changed it meanwhile, the Orma that is known here is still of the old one.
      await queryClient.invalidateQueries({ queryKey: queryKeys.event(event_hash), exact: true })
    },
    onSuccess: onGiven,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (word.trim()) give.mutate()
  }
  return (
    <form className={styles.ask} noValidate onSubmit={submit}>
      <TextField
        label={texts.door.word}
        value={word}
        hint={texts.door.askedToShare}
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        {...(give.error ? { error: wordError(give.error, give.submittedAt) } : {})}
        onChange={({ target }) => {
          setWord(target.value)
          give.reset()
        }}
      />
      <Button type="submit" busy={give.isPending}>
        {texts.door.putIn}
      </Button>
    </form>
  )
}
