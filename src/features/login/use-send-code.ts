import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { isSilence } from '../../api/contact.ts'
import { afterSend, keyFor, markAnswered, newCodeSend, secondsLeft } from './code-sends.ts'
import type { CodeSends } from './code-sends.ts'
import type { LoginOption } from './login-option.ts'

/** Of this page. Loaded anew it asks the server, which says how long to wait. */
let sends: CodeSends | undefined

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
      if (!isSilence(error)) markAnswered(phone)
      if (error instanceof ApiError && error.retryAfterSeconds) {
        const next_at = Date.now() + error.retryAfterSeconds * 1000
        sends = { phone, count: sends?.count ?? 1, next_at }
      }
    },
  })
}

async function send(phone: string): Promise<LoginOption> {
  const fresh = newCodeSend(sends, phone, Date.now())
  if (fresh) return fresh
  const { request_id, name, email, noSms } = await call(api.startRegistration, {
    body: { phone },
    idempotencyKey: keyFor(phone),
  })
  markAnswered(phone)
  const option = { request_id, phone, name, email, noSms }
  sends = afterSend(sends, option, Date.now())
  return option
}

/** Seconds until this number may be sent another code, counting down. */
export function useResendWait(phone: string): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return secondsLeft(sends, phone, now)
}

/** The code has served: another may be asked for at once. */
export function forgetSends(): void {
  sends = undefined
}
