import { useEffect, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { api } from '../../../contract/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { tabStorage } from '../../session/device-storage.ts'
import { afterSend, secondsLeft } from './code-sends.ts'
import type { CodeSends } from './code-sends.ts'
import type { LoginOption } from './login-option.ts'

const KEY = 'code_sends'
const stored = v.object({ phone: v.string(), count: v.number(), next_at: v.number() })

/** The phone check: has a code sent to these digits, and gives what the second step needs. */
export function useSendCode() {
  return useMutation({
    mutationFn: async (phone: string): Promise<LoginOption> => {
      const { request_id, name, email } = await call(api.startRegistration, { body: { phone } })
      writeSends(afterSend(readSends(), phone, Date.now()))
      return { request_id, phone, name, email }
    },
    onError: (error, phone) => {
      if (error instanceof ApiError && error.retryAfterSeconds) {
        const next_at = Date.now() + error.retryAfterSeconds * 1000
        writeSends({ phone, count: readSends()?.count ?? 1, next_at })
      }
    },
  })
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

/** Leaves no number behind in this tab once its code has served. */
export function forgetSends(): void {
  tabStorage.removeItem(KEY)
}

function readSends(): CodeSends | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), tabStorage.getItem(KEY))
  return parsed.success ? parsed.output : undefined
}

function writeSends(sends: CodeSends): void {
  tabStorage.setItem(KEY, JSON.stringify(sends))
}
