import { texts } from '../../contract/texts.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'

interface LoginPromptDialogProps {
  open: boolean
  onLogin: () => void
  onClose: () => void
}

/** Tells a guest that an action needs signing in, and leads to the login. */
export function LoginPromptDialog({ open, onLogin, onClose }: LoginPromptDialogProps) {
  const actions = (
    <>
      <Button onClick={onClose}>{texts.loginPrompt.close}</Button>
      <Button kind="filled" onClick={onLogin}>
        {texts.loginPrompt.login}
      </Button>
    </>
  )
  return <Dialog open={open} title={texts.loginPrompt.text} onClose={onClose} actions={actions} />
}
