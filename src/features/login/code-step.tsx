import { useEffect, useEffectEvent, useRef } from 'react'
import { CODE_LENGTH } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeInput } from '../../ui/fields/code-input.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { CodeForm } from './code-form.ts'
import { LOGIN_ALERT, LoginAlert } from './login-alert.tsx'
import { phoneCheckError } from './login-errors.ts'
import type { LoginError } from './login-errors.ts'
import type { LoginOption } from './login-option.ts'
import { useCodeForm } from './use-code-form.ts'
import { useResendWait, useSendCode } from './use-send-code.ts'

interface CodeStepProps {
  option: LoginOption
  onSignedIn: () => void
  /** Another code was sent, under another request. */
  onSent: (option: LoginOption) => void
  onChangeNumber: () => void
}

/** Second step of the login: the code, and name and email where the account lacks them. */
export function CodeStep({ option, onSignedIn, onSent, onChangeNumber }: CodeStepProps) {
  const formRef = useRef<HTMLFormElement>(null)
  const { form, error, tries, isBusy, change, submit, setError, focus } = useCodeForm(option, {
    formRef,
    onSignedIn,
  })
  useSmsCode(option.request_id, (code) => change({ code }))
  const takeSent = (sent: LoginOption) => {
    onSent(sent)
    // The button that was pressed is disabled while it waits, so the focus goes to the code.
    focus('code')
  }
  return (
    <form ref={formRef} className="stack" noValidate onSubmit={submit}>
      <h1>{texts.login.codeTitle}</h1>
      {option.phone && <p className="quiet">{whereCodeIs(option)}</p>}
      <MissingDetails option={option} form={form} wrong={error?.field} onChange={change} />
      <CodeInput
        label={texts.login.code}
        length={CODE_LENGTH}
        autoFocus={option.name && option.email}
        value={form.code}
        errorId={error?.field === 'code' ? LOGIN_ALERT : undefined}
        onChange={(code) => change({ code })}
      />
      <Button kind="filled" type="submit" busy={isBusy}>
        {texts.login.signIn}
      </Button>
      <LoginAlert error={error} tries={tries} />
      <ResendCode phone={option.phone} onSent={takeSent} onError={setError} />
      <Button kind="plain" onClick={onChangeNumber}>
        {texts.login.changeNumber}
      </Button>
    </form>
  )
}

function whereCodeIs({ phone, noSms }: LoginOption): string {
  return noSms ? texts.login.noSms(phone, noSms.contact) : texts.login.codeSentTo(phone)
}

interface MissingDetailsProps {
  option: LoginOption
  form: CodeForm
  /** The field that the error under the form is about. */
  wrong: keyof CodeForm | undefined
  onChange: (typed: Partial<CodeForm>) => void
}

/** Name and email, each only where the account lacks it. Asked for before the code, which takes a while to arrive. */
function MissingDetails({ option, form, wrong, onChange }: MissingDetailsProps) {
  return (
    <>
      {!option.name && (
        <TextField
          label={texts.login.name}
          name="name"
          placeholder={texts.login.namePlaceholder}
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          autoFocus
          value={form.name}
          errorId={wrong === 'name' ? LOGIN_ALERT : undefined}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      {!option.email && (
        <TextField
          label={texts.login.email}
          name="email"
          type="email"
          placeholder={texts.login.emailPlaceholder}
          autoComplete="email"
          enterKeyHint="next"
          autoFocus={option.name}
          value={form.email}
          errorId={wrong === 'email' ? LOGIN_ALERT : undefined}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      )}
    </>
  )
}

interface ResendCodeProps {
  phone: string
  onSent: (option: LoginOption) => void
  onError: (error: LoginError | undefined) => void
}

/** Sends another code, once this number's wait is over. */
function ResendCode({ phone, onSent, onError }: ResendCodeProps) {
  const sendCode = useSendCode()
  const seconds = useResendWait(phone)
  if (phone === '') return null
  const resend = () => {
    onError(undefined)
    sendCode.mutate(phone, {
      onSuccess: onSent,
      onError: (error) => onError(phoneCheckError(error)),
    })
  }
  return (
    <Button disabled={seconds > 0} busy={sendCode.isPending} onClick={resend}>
      {seconds > 0 ? texts.login.sendAgainIn(seconds) : texts.login.sendAgain}
    </Button>
  )
}

// WebOTP API, in Chromium on Android: https://wicg.github.io/web-otp/
interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] }
}
interface OtpCredential extends Credential {
  code: string
}

/** Reads the code from each SMS as it arrives, where the browser offers that; asks it anew for each request. */
function useSmsCode(request_id: string, onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode)
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const stopped = new AbortController()
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: stopped.signal }
    const listen = async () => {
      const credential = await navigator.credentials.get(request)
      if (!credential) return
      take((credential as OtpCredential).code)
      // It may have been the late one of a code that was sent again since.
      await listen()
    }
    // Refused, or the page was left: the code is typed.
    listen().catch(() => undefined)
    return () => stopped.abort()
  }, [request_id])
}
