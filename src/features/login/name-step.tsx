import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { NAME_MAX } from '../../../contract/limits.ts'
import { textLength } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { call } from '../../api/call.ts'
import { isSilence } from '../../api/contact.ts'
import { beginSession, sessionRefusedKey } from '../../session/session-query.ts'
import { countVisitor } from '../../session/visitor-mark.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { keyFor, markAnswered } from './code-sends.ts'
import { LOGIN_ALERT, LoginAlert } from './login-alert.tsx'
import { nameError } from './login-errors.ts'
import styles from './login.module.css'

interface NameStepProps {
  event_hash: string
  onSignedIn: () => void
  onByPhone: () => void
  /** The links to terms and privacy. */
  children: ReactNode
}

/** The login of an Orma that lets guests in by a name: the name is all that is asked for. */
export function NameStep({ event_hash, onSignedIn, onByPhone, children }: NameStepProps) {
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [tries, setTries] = useState(0)
  const comeIn = useComeIn(event_hash)
  const wasRefused = useQueryClient().getQueryData(sessionRefusedKey) === event_hash

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const shown = visibleText(name)
    const problem = problemOf(shown)
    setWrong(problem)
    setTries((count) => count + 1)
    comeIn.reset()
    if (problem === undefined) comeIn.mutate(shown, { onSuccess: onSignedIn })
    else event.currentTarget.querySelector('input')?.focus()
  }
  const error = wrong === undefined ? comeIn.error && nameError(comeIn.error) : { text: wrong }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <h1>{texts.guests.title}</h1>
      <p className="quiet">{wasRefused ? texts.guests.signedOut : texts.guests.detail}</p>
      <TextField
        label={texts.guests.name}
        name="name"
        placeholder={texts.guests.namePlaceholder}
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="go"
        autoFocus
        value={name}
        errorId={wrong === undefined ? undefined : LOGIN_ALERT}
        onChange={(event) => setName(event.target.value)}
      />
      <Button kind="filled" type="submit" busy={comeIn.isPending || comeIn.isSuccess}>
        {texts.guests.continue}
      </Button>
      <LoginAlert error={error ?? undefined} tries={tries} />
      <Button kind="plain" onClick={onByPhone}>
        {texts.guests.byPhone}
      </Button>
      <p className={`${styles.links} small quiet`}>{children}</p>
    </form>
  )
}

function problemOf(name: string): string | undefined {
  if (name === '') return texts.guests.missingName
  return textLength(name) > NAME_MAX ? texts.profile.invalidName : undefined
}

/** Makes a guest of this name, and signs in as it. Pressed again after a lost answer, it is the same guest. */
function useComeIn(event_hash: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const of = `${event_hash} ${name}`
      try {
        const { token, user } = await call(api.createGuest, {
          params: { event_hash },
          body: { name },
          idempotencyKey: keyFor(of),
        })
        markAnswered(of)
        await beginSession(queryClient, { token, user })
        void countVisitor(event_hash, true)
      } catch (error) {
        // What nobody answered, or a proxy did, may have been done.
        if (!isSilence(error)) markAnswered(of)
        throw error
      }
    },
  })
}
