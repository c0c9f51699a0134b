import { Link, useLocation } from '@tanstack/react-router'
import { texts } from '../../../contract/texts.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

interface GuestQuestionProps {
  open: boolean
  onLeave: () => void
  onCancel: () => void
}

/** Asks a guest by name, who cannot come back, before they sign out: a sign-in by phone would take along what they added. */
export function GuestQuestion({ open, onLeave, onCancel }: GuestQuestionProps) {
  const wanted = useLocation({ select: ({ href }) => href })
  const actions = (
    <>
      <Link to="/login" state={{ wanted }} className={buttonClass('filled')} onClick={onCancel}>
        {texts.guests.byPhone}
      </Link>
      <Button kind="danger" onClick={onLeave}>
        {texts.guests.leave}
      </Button>
      <Button onClick={onCancel}>{texts.common.cancel}</Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={texts.guests.leaveQuestion}
      role="alertdialog"
      actions={actions}
    >
      <p>{texts.guests.leaveDetail}</p>
    </Dialog>
  )
}
