import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { api } from '../../../contract/api.ts'
import { CODE_EXPIRY_MS } from '../../../contract/limits.ts'
import { noSms } from '../../../contract/no-sms.ts'
import { texts } from '../../../contract/texts.ts'
import { call, requireToken } from '../../api/call.ts'
import { forgetDraft, readDraft, writeDraft } from '../../session/drafts.ts'
import { beginSession } from '../../session/session-query.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'
import type { Session } from '../../session/use-session.ts'
import { profileQuery } from '../../session/user-queries.ts'
import { showToast } from '../../ui/notices/toast.tsx'

const DRAFT = 'phone_codes'
const sentCodes = v.object({
  oldPhone: v.string(),
  newPhone: v.string(),
  request_id: v.string(),
  old_request_id: v.string(),
  noSms: v.optional(noSms),
})
const storedCodes = v.object({
  sent: sentCodes,
  /** Epoch milliseconds. */
  until: v.number(),
})

/** Codes that are on their way to both numbers, which are digits, or that someone has to be asked for. */
export type SentCodes = v.InferOutput<typeof sentCodes>

/** The codes that were sent, as long as they live also for who looks them up elsewhere and finds the page loaded anew. */
export function useSentCodes() {
  const [sent, setSent] = useState(readSentCodes)
  const keep = (codes: SentCodes | undefined) => {
    setSent(codes)
    writeDraft(DRAFT, codes && { sent: codes, until: Date.now() + CODE_EXPIRY_MS })
  }
  return [sent, keep] as const
}

function readSentCodes(): SentCodes | undefined {
  const stored = readDraft(DRAFT, storedCodes)
  return stored && Date.now() < stored.until ? stored.sent : undefined
}

/** Has a code sent to both numbers. */
export function useSendCodes(session: Session) {
  return useMutation({
    mutationFn: async (newPhone: string): Promise<SentCodes> => {
      const token = requireToken(session)
      const { success: _success, ...requests } = await call(api.startPhoneChange, {
        body: { newPhone },
        token,
      })
      return { oldPhone: session.user?.phone ?? '', newPhone, ...requests }
    },
  })
}

/** Changes the user's number, here and for every device of theirs. */
export function useChangePhone(
  session: Session,
  { newPhone, request_id, old_request_id }: SentCodes,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (codes: { old_code: string; code: string }) => {
      const token = requireToken(session)
      const body = { newPhone, request_id, old_request_id, ...codes }
      const { user } = await call(api.verifyPhoneChange, { body, token })
      // Somebody else may be signed in by now, or nobody.
      if (readTokenCookie() !== token) return
      forgetDraft(DRAFT)
      queryClient.setQueryData(profileQuery(token).queryKey, user)
      await beginSession(queryClient, { token, user })
    },
    // Here, since the form may be gone by now with the session that it was of.
    onSuccess: () => void showToast({ text: texts.phoneChange.changed(newPhone) }),
  })
}
