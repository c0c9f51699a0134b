import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { PausedNote } from '../features/orma-form/paused-note.tsx'
import { formDrafts } from '../session/use-form-draft.ts'
import { useSession } from '../session/use-session.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useOnDemand } from '../shell/use-on-demand.ts'

// Most visits are guests', who never open these.
const loadShare = async () => (await import('../features/share/share-dialog.tsx')).ShareDialog
const loadEditOrma = async () => (await import('../features/orma-form/edit-orma.tsx')).EditOrma

type Shown = 'share' | 'edit' | 'nothing'

/**
 * The owner's way to the link of an Orma, and on to changing it. Of one just created the share dialog is open already, and where
 * its owner had to sign in meanwhile, the form that changes it.
 */
export function ShareAction({ event }: { event: Event }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const isJustMade = useLocation({ select: ({ state }) => state.share === true })
  const [isNew] = useState(isJustMade)
  const [asked, setAsked] = useState<Shown>()
  const [ShareDialog, askForShare] = useOnDemand(loadShare)
  const [EditOrma, askForEdit] = useOnDemand(loadEditOrma)
  const isOwner = user?.id === event.userId
  const edit = useCallback(async () => {
    if (await askForEdit()) setAsked('edit')
  }, [askForEdit])
  useEffect(() => {
    if (isOwner && isNew) void askForShare()
    // Neither a reload nor the way back to this page is a reason to open it again.
    if (isJustMade) void navigate({ to: '.', state: {}, replace: true, resetScroll: false })
    if (isOwner && formDrafts.has(event.event_hash)) void edit()
  }, [isOwner, isNew, isJustMade, navigate, askForShare, edit, event.event_hash])
  // Whose session ends in the form keeps it.
  if (!isOwner && (user || asked !== 'edit')) return null
  const shown = asked ?? (isNew ? 'share' : undefined)
  const close = () => setAsked('nothing')
  const share = async () => {
    if (await askForShare()) setAsked('share')
  }
  const dialogs = (
    <>
      {ShareDialog && (
        <ShareDialog
          event={event}
          open={shown === 'share'}
          onClose={close}
          onEdit={() => void edit()}
          title={asked ? undefined : texts.event.readyTitle}
          note={<PausedNote event={event} />}
        />
      )}
      {EditOrma && <EditOrma event={event} open={shown === 'edit'} onClose={close} />}
    </>
  )
  return (
    <>
      <IconButton label={texts.event.share} aria-haspopup="dialog" onClick={() => void share()}>
        <Share2 />
      </IconButton>
      {/* Out of the header, whose colours over a banner are its own. */}
      {shown && createPortal(dialogs, document.body)}
    </>
  )
}
