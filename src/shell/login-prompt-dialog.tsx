import { texts } from '../../contract/texts.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'

interface LoginPromptDialogProps {
  open: boolean
  /** A name is enough. */
  isByName: boolean
  onLogin: () => void
  onClose: () => void
}

/** Tells a guest that an action needs signing in, and leads to the login. */
export function LoginPromptDialog({ open, isByName, onLogin, onClose }: LoginPromptDialogProps) {
  const actions = (
    <>
      <Button onClick={onClose}>{texts.loginPrompt.close}</Button>
      <Button kind="filled" onClick={onLogin}>
        {isByName ? texts.guests.continue : texts.loginPrompt.login}
      </Button>
    </>
  )
  const title = isByName ? texts.guests.prompt : texts.loginPrompt.text
  return <Dialog open={open} title={title} onClose={onClose} actions={actions} />
}
