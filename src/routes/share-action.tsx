import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { useSession } from '../session/use-session.ts'
import { IconButton } from '../ui/icon-button.tsx'

// Most visits are guests', who never open it.
const ShareDialog = lazy(async () => {
  const { ShareDialog: dialog } = await import('../features/share/share-dialog.tsx')
  return { default: dialog }
})

/** The owner's way to the link of an Orma. Of one just created the dialog is open already. */
export function ShareAction({ event }: { event: Event }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const isNew = useLocation({ select: ({ state }) => state.share === true })
  const [isAsked, setIsAsked] = useState<boolean>()
  if (user?.id !== event.userId) return null
  const close = () => {
    setIsAsked(false)
    // Coming back to this page later is no reason to open it again.
    if (isNew) void navigate({ to: '.', state: {}, replace: true, resetScroll: false })
  }
  const dialog = (
    <Suspense>
      <ShareDialog
        event={event}
        open={isAsked ?? isNew}
        onClose={close}
        title={isNew ? texts.event.readyTitle : undefined}
      />
    </Suspense>
  )
  return (
    <>
      <IconButton label={texts.event.share} aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        <Share2 />
      </IconButton>
      {/* Out of the header, whose colours over a banner are its own. */}
      {(isNew || isAsked !== undefined) && createPortal(dialog, document.body)}
    </>
  )
}
