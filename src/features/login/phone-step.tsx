import { Suspense, useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { phoneDigits } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { latePiece } from '../../ui/layout/late-piece.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { sessionQuery, sessionRefusedKey } from '../../session/session-query.ts'
import { LOGIN_ALERT, LoginAlert } from './login-alert.tsx'
import { isUnanswered, phoneCheckError } from './login-errors.ts'
import type { LoginOption } from './login-option.ts'
import type { PhoneFieldProps } from './phone-field.tsx'
import { useSendCode } from './use-send-code.ts'
import styles from './login.module.css'

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
      <Suspense fallback={<ComingPhoneField />}>
        <PhoneField
          onChange={(value) => (phone.current = value)}
          errorId={error?.text === texts.login.invalidPhone ? LOGIN_ALERT : undefined}
        />
      </Suspense>
      <Button kind="filled" type="submit" busy={sendCode.isPending}>
        {texts.login.verify}
      </Button>
      <LoginAlert error={error} tries={tries} />
      <p className={`${styles.links} small quiet`}>{children}</p>
    </form>
  )
}

/** Loaded only here: it has every country's numbers. */
const PhoneField = latePiece<PhoneFieldProps>(
  async () => (await import('./phone-field.tsx')).PhoneField,
)

/** Keeps the place of the phone field; says where it could not be loaded. */
function ComingPhoneField() {
  const [hasFailed, setHasFailed] = useState(false)
  const isOffline = useNoContact() === 'offline'
  const load = () => void PhoneField.preload().catch(() => setHasFailed(true))
  useEffect(load, [])
  if (!hasFailed) return <div className={styles.fieldSpace} aria-busy />
  return (
    <Message error drawing="signal" action={<Button onClick={load}>{texts.common.retry}</Button>}>
      {isOffline ? texts.offline.offline : texts.call.noAnswer}
    </Message>
  )
}

/** Why the token on this device is refused; undefined where it is not, or where there is none. */
function useSessionError(): string | undefined {
  const client = useQueryClient()
  const { data, error } = useQuery(sessionQuery())
  if (data) return undefined
  if (error) return sessionError(error)
  const isRefused = client.getQueryData(sessionRefusedKey) === true
  return isRefused ? texts.session.invalid : undefined
}

/** Specification: section 8. */
function sessionError(error: Error): string {
  return isUnanswered(error) ? error.message || texts.session.failed : texts.session.invalid
}
