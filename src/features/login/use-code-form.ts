import { useState } from 'react'
import type { FormEvent, RefObject } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { canSubmitByItself, checkCodeForm } from './code-form.ts'
import type { CodeForm } from './code-form.ts'
import { codeCheckError } from './login-errors.ts'
import type { LoginError } from './login-errors.ts'
import type { LoginOption } from './login-option.ts'
import { useVerifyCode } from './use-verify-code.ts'

interface CodeFormOptions {
  formRef: RefObject<HTMLFormElement | null>
  onSignedIn: () => void
}

/** What was typed, what is wrong with it, and the sending of it: by the button, or by itself at the last digit. */
export function useCodeForm(option: LoginOption, { formRef, onSignedIn }: CodeFormOptions) {
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
  const send = (typed: CodeForm) => {
    const wrong = checkCodeForm(typed, option)
    setError(wrong)
    if (wrong?.field) focus(wrong.field)
    if (wrong || verify.isPending) return
    verify.mutate(typed, { onSuccess: onSignedIn, onError: refuse })
  }
  const change = (part: Partial<CodeForm>) => {
    const typed = { ...form, ...part }
    setForm(typed)
    if (part.code !== undefined && canSubmitByItself(typed, option)) send(typed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(form)
  }
  // Once signed in it stays busy: the page is about to be left.
  const isBusy = verify.isPending || verify.isSuccess
  return { form, error, isBusy, change, submit, setError }
}

/** Selects the field of the code in its form. */
export const CODE_FIELD = 'input[autocomplete="one-time-code"]'

const FIELD_SELECTORS = {
  code: CODE_FIELD,
  name: 'input[name="name"]',
  email: 'input[name="email"]',
} as const satisfies Record<keyof CodeForm, string>
