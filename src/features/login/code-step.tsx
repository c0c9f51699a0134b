import { useEffect, useEffectEvent, useRef } from 'react'
import { CODE_LENGTH } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeInput } from '../../ui/fields/code-input.tsx'
import { LOGIN_ALERT, LoginAlert } from './login-alert.tsx'
import type { LoginOption } from './login-option.ts'
import { MissingDetails } from './missing-details.tsx'
import { ResendCode } from './resend-code.tsx'
import { CODE_FIELD, useCodeForm } from './use-code-form.ts'

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
  const { form, error, tries, isBusy, change, submit, setError } = useCodeForm(option, {
    formRef,
    onSignedIn,
  })
  useSmsCode(option.request_id, (code) => change({ code }))
  const takeSent = (sent: LoginOption) => {
    onSent(sent)
    // The button that was pressed is disabled while it waits, so the focus goes to the code.
    formRef.current?.querySelector<HTMLInputElement>(CODE_FIELD)?.focus()
  }
  return (
    <form ref={formRef} className="stack" noValidate onSubmit={submit}>
      <h1>{texts.login.codeTitle}</h1>
      {option.phone && <p className="quiet">{texts.login.codeSentTo(option.phone)}</p>}
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
