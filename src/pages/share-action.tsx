import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { useIsOrganiser } from '../features/feed/use-feed-switches.ts'
import { PausedNotice } from '../features/orma-form/paused-notice.tsx'
import { showUpdated } from '../features/orma-form/updated-toast.ts'
import { hasDraft } from '../session/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { useOnDemand } from '../shell/use-on-demand.ts'

// Loaded when opened: most visits are guests', who never see these.
const ShareDialog = latePiece(
  async () => (await import('../features/share/share-dialog.tsx')).ShareDialog,
)
const EditOrma = latePiece(
  async () => (await import('../features/orma-form/edit-orma.tsx')).EditOrma,
)

type Shown = 'share' | 'edit' | 'nothing'

/**
 * The organisers' button for sharing an Orma, and changing it from there. After creating an Orma the share dialog is open at once;
 * after a sign-in that the form asked for, and where this tab has what was entered in it, the form is.
 */
export function ShareAction({ event }: { event: Event }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const isJustMade = useLocation({ select: ({ state }) => state.share === true })
  const [isNew] = useState(isJustMade)
  const [asked, setAsked] = useState<Shown>()
  const [hasShare, askForShare] = useOnDemand(ShareDialog)
  const [hasEdit, askForEdit] = useOnDemand(EditOrma)
  const button = useRef<HTMLButtonElement>(null)
  const mayChange = useIsOrganiser(event)
  const edit = useCallback(async () => {
    if (await askForEdit()) setAsked('edit')
  }, [askForEdit])
  useEffect(() => {
    if (mayChange && isNew) void askForShare()
    // Removed from the history entry, so that neither a reload nor going back opens it again.
    if (isJustMade) void navigate({ to: '.', state: {}, replace: true, resetScroll: false })
    if (mayChange && hasDraft(event.event_hash)) void edit()
  }, [mayChange, isNew, isJustMade, navigate, askForShare, edit, event.event_hash])
  useEffect(() => {
    if (!mayChange || !showUpdated(event.event_hash)) return
    // As after any dialog the focus is where it was opened from, unless the page, loaded anew, has been used already.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [mayChange, event.event_hash])
  // A session that ends in the open form leaves the form open.
  if (!mayChange && (user || asked !== 'edit')) return null
  const shown = asked ?? (isNew ? 'share' : undefined)
  const close = () => setAsked('nothing')
  const share = async () => {
    if (await askForShare()) setAsked('share')
  }
  const dialogs = (
    <>
      {hasShare && (
        <ShareDialog
          event={event}
          open={shown === 'share'}
          onClose={close}
          onEdit={() => void edit()}
          title={asked ? undefined : texts.event.readyTitle}
          note={<PausedNotice event={event} />}
        />
      )}
      {hasEdit && <EditOrma event={event} open={shown === 'edit'} onClose={close} />}
    </>
  )
  return (
    <>
      <IconButton
        ref={button}
        label={texts.event.share}
        aria-haspopup="dialog"
        onClick={() => void share()}
      >
        <Share2 />
      </IconButton>
      {/* Outside the header, which has its own colours over a banner. */}
      {shown && createPortal(dialogs, document.body)}
    </>
  )
}
