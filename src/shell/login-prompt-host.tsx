import { useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { eventQuery } from '../features/event/event-query.ts'
import { listenForLoginPrompts } from '../session/login-prompt.ts'
import type { LoginPrompt } from '../session/login-prompt.ts'
import { sessionQuery } from '../session/session-query.ts'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { useOnDemand } from './use-on-demand.ts'

/** Loaded with the first prompt; by then it is precached. */
const LoginPromptDialog = latePiece(
  async () => (await import('./login-prompt-dialog.tsx')).LoginPromptDialog,
)

/** Shows what `promptLogin` asks for. Mounted once, in the root. */
export function LoginPromptHost() {
  const navigate = useNavigate()
  const [prompt, setPrompt] = useState<LoginPrompt>()
  const [isThere, ask] = useOnDemand(LoginPromptDialog)
  const queryClient = useQueryClient()
  useEffect(
    () =>
      listenForLoginPrompts(async (asked) => {
        // Another tab may have signed in.
        const verify = () => queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
        if (asked.wasRefused && (await verify().catch(() => null))) return
        if (await ask()) setPrompt(asked)
      }),
    [ask, queryClient],
  )
  const here = useParams({ strict: false }).event_hash
  const orma = prompt?.event_hash ?? here ?? ''
  const { data: event } = useQuery({ ...eventQuery(orma), enabled: false })
  const isByName = event?.guestSignIn === 'name'
  const close = () => setPrompt(undefined)
  const login = () => {
    close()
    const state = { intent: prompt?.intent }
    const event_hash = isByName ? orma : prompt?.event_hash
    void (event_hash
      ? navigate({ to: '/$event_hash/login', params: { event_hash }, state })
      : navigate({ to: '/login', state }))
  }
  return (
    isThere && (
      <LoginPromptDialog
        open={prompt !== undefined}
        isByName={isByName}
        onLogin={login}
        onClose={close}
      />
    )
  )
}
