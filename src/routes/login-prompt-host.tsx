import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { acceptLoginPrompt, listenForLoginPrompts } from '../session/login-prompt.ts'
import type { LoginPrompt } from '../session/login-prompt.ts'

/** Loaded with the first prompt, ahead of which it is in the worker's cache. */
const LoginPromptDialog = lazy(() =>
  import('./login-prompt-dialog.tsx').then((module) => ({ default: module.LoginPromptDialog })),
)

/** Shows what `promptLogin` asks for. Mounted once, in the root. */
export function LoginPromptHost() {
  const navigate = useNavigate()
  const [prompt, setPrompt] = useState<LoginPrompt>()
  const [wasShown, setWasShown] = useState(false)
  useEffect(
    () =>
      listenForLoginPrompts((asked) => {
        setPrompt(asked)
        setWasShown(true)
      }),
    [],
  )
  const close = () => setPrompt(undefined)
  const login = () => {
    close()
    acceptLoginPrompt(prompt ?? {})
    const event_hash = prompt?.event_hash
    void (event_hash
      ? navigate({ to: '/$event_hash/login', params: { event_hash } })
      : navigate({ to: '/login' }))
  }
  if (!wasShown) return null
  return (
    <Suspense>
      <LoginPromptDialog open={prompt !== undefined} onLogin={login} onClose={close} />
    </Suspense>
  )
}
