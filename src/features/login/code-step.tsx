import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { CODE_LENGTH } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { canSubmitByItself, checkCodeForm } from './code-form.ts'
import type { CodeForm } from './code-form.ts'
import { LoginAlert } from './login-alert.tsx'
import { codeCheckError } from './login-errors.ts'
import type { LoginError } from './login-errors.ts'
import type { LoginOption } from './login-option.ts'
import { ResendCode } from './resend-code.tsx'
import { useSmsCode } from './use-sms-code.ts'
import { useVerifyCode } from './use-verify-code.ts'
import './login.css'

export interface CodeStepProps {
  option: LoginOption
  onSignedIn: () => void
  /** Another code is on its way, under another request. */
  onSent: (option: LoginOption) => void
  onChangeNumber: () => void
}

/** Second step of the login: the code, and whatever of name and email the account lacks. */
export function CodeStep({ option, onSignedIn, onSent, onChangeNumber }: CodeStepProps) {
  const formRef = useRef<HTMLFormElement>(null)
  const [form, setForm] = useState<CodeForm>({ code: '', name: '', email: '' })
  const [error, setError] = useState<LoginError>()
  const verify = useVerifyCode(option)

  const focus = (field: keyof CodeForm) =>
    formRef.current?.querySelector<HTMLInputElement>(FIELD_SELECTORS[field])?.focus()

  const refuse = (reason: Error) => {
    setError(codeCheckError(reason))
    if (!(reason instanceof ApiError) || reason.status !== 401) return
    setForm((typed) => ({ ...typed, code: '' }))
    focus('code')
  }
  const submit = (typed: CodeForm) => {
    const wrong = checkCodeForm(typed, option)
    setError(wrong)
    if (wrong?.field) focus(wrong.field)
    if (!wrong && !verify.isPending)
      verify.mutate(typed, { onSuccess: onSignedIn, onError: refuse })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit(form)
  }
  const typeCode = (code: string) => {
    const typed = { ...form, code }
    setForm(typed)
    if (canSubmitByItself(typed, option)) submit(typed)
  }
  useSmsCode(typeCode)

  return (
    <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
      <h1>{texts.login.codeTitle}</h1>
      {option.phone && <p className="quiet">{texts.login.codeSentTo(option.phone)}</p>}
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
          onChange={(event) => setForm({ ...form, name: event.target.value })}
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
          onChange={(event) => setForm({ ...form, email: event.target.value })}
        />
      )}
      <CodeInput
        label={texts.login.code}
        length={CODE_LENGTH}
        autoFocus={option.name && option.email}
        value={form.code}
        onChange={typeCode}
      />
      <Button kind="filled" type="submit" busy={verify.isPending || verify.isSuccess}>
        {texts.login.signIn}
      </Button>
      <LoginAlert error={error} />
      <ResendCode phone={option.phone} onSent={onSent} onError={setError} />
      <Button kind="plain" onClick={onChangeNumber}>
        {texts.login.changeNumber}
      </Button>
    </form>
  )
}

const FIELD_SELECTORS = {
  code: 'input[autocomplete="one-time-code"]',
  name: 'input[name="name"]',
  email: 'input[name="email"]',
} as const satisfies Record<keyof CodeForm, string>
