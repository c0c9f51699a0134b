import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { sendVisits } from '../../session/send-visits.ts'
import { beginSession } from '../../session/session-query.ts'
import type { CodeForm } from './code-form.ts'
import type { LoginOption } from './login-option.ts'
import { forgetSends } from './use-send-code.ts'

/** The code check; a code that is right signs in. */
export function useVerifyCode({ request_id, phone }: LoginOption) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ code, name, email }: CodeForm) => {
      const { token, user } = await call(api.verifyRegistration, {
        body: { code, request_id, phone, name: name.trim() || null, email: email.trim() || null },
      })
      await beginSession(queryClient, { token, user })
      forgetSends()
      // What was visited as a guest is this user's from now on. Nobody waits for it.
      void sendVisits(token)
    },
  })
}
