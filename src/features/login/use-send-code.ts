import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { api } from '../../../contract/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { isSilence } from '../../api/contact.ts'
import { forgetDraft, readDraft, writeDraft } from '../../session/drafts.ts'
import { afterSend, newCodeSend, secondsLeft } from './code-sends.ts'
import type { CodeSends } from './code-sends.ts'
import type { LoginOption } from './login-option.ts'
import { keyFor, markAnswered } from './unanswered.ts'

const DRAFT = 'code_sends'
const codeSends = v.object({
  phone: v.string(),
  count: v.number(),
  next_at: v.number(),
  option: v.optional(
    v.object({ request_id: v.string(), phone: v.string(), name: v.boolean(), email: v.boolean() }),
  ),
})

/**
 * Has a code sent to these digits, and gives what the second step needs. Where one has just been sent to them, leads to its field
 * without another; a second press while it is being sent waits for the same. Where the answer was lost, the next press leads to the
 * field of the code that was sent.
 */
export function useSendCode() {
  const sending = useRef<Promise<LoginOption>>(undefined)
  return useMutation({
    mutationFn: (phone: string) => {
      sending.current ??= send(phone).finally(() => (sending.current = undefined))
      return sending.current
    },
    onError: (error, phone) => {
      // What nobody answered, or a proxy did, may have been done.
      if (!isSilence(error)) markAnswered('code')
      if (error instanceof ApiError && error.retryAfterSeconds) {
        const next_at = Date.now() + error.retryAfterSeconds * 1000
        writeDraft(DRAFT, { phone, count: readSends()?.count ?? 1, next_at })
      }
    },
  })
}

async function send(phone: string): Promise<LoginOption> {
  const fresh = newCodeSend(readSends(), phone, Date.now())
  if (fresh) return fresh
  const { request_id, name, email } = await call(api.startRegistration, {
    body: { phone },
    idempotencyKey: keyFor('code', phone),
  })
  markAnswered('code')
  const option = { request_id, phone, name, email }
  writeDraft(DRAFT, afterSend(readSends(), option, Date.now()))
  return option
}

/** Seconds until this number may be sent another code, counting down. */
export function useResendWait(phone: string): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return secondsLeft(readSends(), phone, now)
}

/** Deletes the numbers stored in this tab once the code has served. */
export function forgetSends(): void {
  forgetDraft(DRAFT)
}

function readSends(): CodeSends | undefined {
  return readDraft(DRAFT, codeSends)
}
