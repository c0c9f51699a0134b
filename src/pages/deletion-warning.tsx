import { useState } from 'react'
import type { Event } from '../../contract/entities.ts'
import { ArchiveDialog } from '../features/archive/archive-dialog.tsx'
import { DeletionNotice } from '../features/orma-form/deletion-notice.tsx'
import { useSession } from '../session/use-session.ts'

/** Warns an Orma's owner, and nobody else, of its deletion, with the download of all photos. */
export function DeletionWarning({ event }: { event: Event }) {
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
