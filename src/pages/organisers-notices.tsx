import { useState } from 'react'
import type { Event } from '../../contract/entities.ts'
import { ArchiveDialog } from '../features/archive/archive-dialog.tsx'
import { HandoverNotice } from '../features/organisers/handover-notice.tsx'
import { ClosedDoorNotice } from '../features/orma-form/closed-door-notice.tsx'
import { DeletionNotice } from '../features/orma-form/deletion-notice.tsx'
import { PausedNotice } from '../features/orma-form/paused-notice.tsx'
import { StorageNotice } from '../features/orma-form/storage-notice.tsx'
import { useSession } from '../session/use-session.ts'

/** What an Orma's organisers are told above its photos: of a pause, a handover, a closed door, little room, its deletion. */
export function OrganisersNotices({ event }: { event: Event }) {
  return (
    <>
      <PausedNotice event={event} />
      <HandoverNotice event={event} />
      <StorageNotice event={event} />
      <ClosedDoorNotice event={event} />
      {(event.deleteAt || event.keptUntil) && <DeletionWarning event={event} />}
    </>
  )
}

/** Warns an Orma's owner, and nobody else, of its deletion, with the download of all photos. */
function DeletionWarning({ event }: { event: Event }) {
  const { user } = useSession()
  const [isSaving, setIsSaving] = useState(false)
  // Who was the owner when the Orma was cached may have signed out.
  if (user?.id !== event.userId) return null
  return (
    <>
      <DeletionNotice event={event} onDownload={() => setIsSaving(true)} />
      <ArchiveDialog
        event_hash={event.event_hash}
        whose="all"
        hasVideos={event.allowVideos}
        open={isSaving}
        onClose={() => setIsSaving(false)}
      />
    </>
  )
}
