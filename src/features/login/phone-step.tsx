import { useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { phoneDigits } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { sessionQuery, sessionRefusedKey } from '../../session/session-query.ts'
import { LOGIN_ALERT, LoginAlert } from './login-alert.tsx'
import { isUnanswered, phoneCheckError } from './login-errors.ts'
import type { LoginOption } from './login-option.ts'
import type { PhoneFieldProps } from './phone-field.tsx'
import { useSendCode } from './use-send-code.ts'

interface PhoneStepProps {
  /** A code was sent: the second step is next. */
  onSent: (option: LoginOption) => void
  /** The links to terms and privacy. */
  children: ReactNode
}

/** First step of the login: the number that a code is sent to. */
export function PhoneStep({ onSent, children }: PhoneStepProps) {
  // A ref, because a render may lag behind fast keys.
  const phone = useRef<string>(undefined)
  const [isInvalid, setIsInvalid] = useState(false)
  const [tries, setTries] = useState(0)
  const sendCode = useSendCode()
  const sessionError = useSessionError()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const digits = phoneDigits(phone.current ?? '')
    setIsInvalid(!digits)
    setTries((count) => count + 1)
    sendCode.reset()
    if (digits) sendCode.mutate(digits, { onSuccess: onSent })
    else event.currentTarget.querySelector('input')?.focus()
  }
  const error = isInvalid
    ? { text: texts.login.invalidPhone }
    : sendCode.error
      ? phoneCheckError(sendCode.error)
      : sessionError && !sendCode.isPending
        ? { text: sessionError }
        : undefined

  return (
    <form className="stack" noValidate onSubmit={submit}>
      <h1>{texts.login.title}</h1>
      <p className="quiet">{texts.login.explanation}</p>
      <LoadedPhoneField
        onChange={(value) => (phone.current = value)}
        errorId={error?.text === texts.login.invalidPhone ? LOGIN_ALERT : undefined}
      />
      <Button kind="filled" type="submit" busy={sendCode.isPending}>
        {texts.login.verify}
      </Button>
      <LoginAlert error={error} tries={tries} />
      <p className="login-links small quiet">{children}</p>
    </form>
  )
}

/** Time between tries to load the phone field. */
const LOOK_AGAIN_MS = 5_000

/** The phone field with its many countries, loaded only here. Its place is kept until then, and a failed load is tried again. */
function LoadedPhoneField(props: PhoneFieldProps) {
  const { data: field, errorUpdateCount, refetch } = useQuery(phoneFieldQuery)
  const isOffline = useNoContact() === 'offline'
  if (field) return <field.PhoneField {...props} />
  if (errorUpdateCount === 0) return <div className="login-field-space" aria-busy />
  const retry = <Button onClick={() => void refetch()}>{texts.common.retry}</Button>
  return (
    <Message error drawing="signal" action={retry}>
      {isOffline ? texts.offline.offline : texts.call.noAnswer}
    </Message>
  )
}

const phoneFieldQuery = {
  queryKey: ['phone-field'],
  queryFn: () => import('./phone-field.tsx'),
  staleTime: Infinity,
  // Nothing else on this page asks the server, so these tries also find out that it answers again.
  refetchInterval: ({ state }: { state: { data: unknown } }) =>
    state.data === undefined ? LOOK_AGAIN_MS : false,
  // A module cannot be compared as data.
  structuralSharing: false,
} as const

/** Why the token on this device is refused; undefined where it is not, or where there is none. */
function useSessionError(): string | undefined {
  const client = useQueryClient()
  const { data, error } = useQuery(sessionQuery())
  if (data) return undefined
  if (error) return sessionError(error)
  return client.getQueryData<true>(sessionRefusedKey) && texts.session.invalid
}

/** Specification: section 8. */
function sessionError(error: Error): string {
  return isUnanswered(error) ? error.message || texts.session.failed : texts.session.invalid
}
