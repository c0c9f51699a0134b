import { useEffect, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { acceptLoginPrompt, listenForLoginPrompts } from '../session/login-prompt.ts'
import type { LoginPrompt } from '../session/login-prompt.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Shows what `promptLogin` asks for. Mounted once, in the root. */
export function LoginPromptHost() {
  const navigate = useNavigate()
  const [prompt, setPrompt] = useState<LoginPrompt>()
  useEffect(() => listenForLoginPrompts(setPrompt), [])
  const close = () => setPrompt(undefined)
  const login = () => {
    close()
    acceptLoginPrompt(prompt ?? {})
    const event_hash = prompt?.event_hash
    void (event_hash
      ? navigate({ to: '/$event_hash/login', params: { event_hash } })
      : navigate({ to: '/login' }))
  }
  const actions = (
    <>
      <Button onClick={close}>{texts.loginPrompt.close}</Button>
      <Button kind="filled" onClick={login}>
        {texts.loginPrompt.login}
      </Button>
    </>
  )
  return (
    <Dialog
      open={prompt !== undefined}
      title={texts.loginPrompt.text}
      onClose={close}
      actions={actions}
    />
  )
}
