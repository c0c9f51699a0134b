import { useState } from 'react'
import type { FormEvent, RefObject } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { api } from '../../../contract/api.ts'
import { texts } from '../../../contract/texts.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/contact.ts'
import { forgetDraft, readDraft, writeDraft } from '../../session/drafts.ts'
import { takeGuestTokens } from '../../session/guests-along.ts'
import { beginSession } from '../../session/session-query.ts'
import { showToast } from '../../ui/notices/toast.tsx'
import { canSubmitByItself, checkCodeForm } from './code-form.ts'
import type { CodeForm } from './code-form.ts'
import { keyFor, markAnswered } from './code-sends.ts'
import { codeCheckError } from './login-errors.ts'
import type { LoginError } from './login-errors.ts'
import type { LoginOption } from './login-option.ts'
import { forgetSends } from './use-send-code.ts'

const DRAFT = 'code_details'
const details = v.object({ phone: v.string(), name: v.string(), email: v.string() })

interface CodeFormOptions {
  formRef: RefObject<HTMLFormElement | null>
  onSignedIn: () => void
}

/** The state of the code form, and its sending: by the button, or by itself at the last digit. */
export function useCodeForm(option: LoginOption, { formRef, onSignedIn }: CodeFormOptions) {
  const [form, setForm] = useState(() => beginCodeForm(option))
  const [error, setError] = useState<LoginError>()
  const [tries, setTries] = useState(0)
  const verify = useVerifyCode(option)

  const focus = (field: keyof CodeForm) =>
    formRef.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus()

  const refuse = (reason: Error, sent: CodeForm) => {
    const isWrongCode = isRefusal(reason, 401)
    setError({ ...codeCheckError(reason), field: isWrongCode ? 'code' : undefined })
    if (!isWrongCode) return
    // Another one may have been typed meanwhile.
    setForm((typed) => (typed.code === sent.code ? { ...typed, code: '' } : typed))
    focus('code')
  }
  const send = (typed: CodeForm) => {
    const wrong = checkCodeForm(typed, option)
    setError(wrong)
    setTries((count) => count + 1)
    if (wrong?.field) focus(wrong.field)
    if (wrong || verify.isPending) return
    verify.mutate(typed, { onSuccess: onSignedIn, onError: refuse })
  }
  const change = (part: Partial<CodeForm>) => {
    const typed = { ...form, ...part }
    setForm(typed)
    const { name, email } = typed
    // Who looks up the code elsewhere may find the page loaded anew.
    if (part.code === undefined) writeDraft(DRAFT, { phone: option.phone, name, email })
    if (part.code !== undefined && canSubmitByItself(typed, option)) send(typed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(form)
  }
  // Stays busy once signed in: the page is about to be left.
  const isBusy = verify.isPending || verify.isSuccess
  return { form, error, tries, isBusy, change, submit, setError, focus }
}

/** With name and email as they were entered before for this number, where the account still lacks them. */
function beginCodeForm({ phone, ...account }: LoginOption): CodeForm {
  const draft = readDraft(DRAFT, details)
  const entered = draft?.phone === phone ? draft : undefined
  const { name = '', email = '' } = entered ?? {}
  return { code: '', name: account.name ? '' : name, email: account.email ? '' : email }
}

/** Sends the code; signs in if it is right, also where it has served already and that answer was lost. */
function useVerifyCode({ request_id, phone }: LoginOption) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ code, name, email }: CodeForm) => {
      const guests = await takeGuestTokens()
      const { token, user } = await call(api.verifyRegistration, {
        body: {
          code,
          request_id,
          phone,
          name: visibleText(name) || null,
          email: email.trim() || null,
          ...(guests.length > 0 && { guest_tokens: guests }),
        },
        idempotencyKey: keyFor(request_id, { isSignIn: true }),
      })
      // Not after a refusal: a wrong code may be typed after an answer was lost.
      markAnswered(request_id)
      await beginSession(queryClient, { token, user })
      forgetSends()
      forgetDraft(DRAFT)
      if (guests.length > 0) showToast({ text: texts.guests.cameAlong })
    },
  })
}
