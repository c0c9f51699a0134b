import { useState } from 'react'
import type { Event } from '../../contract/entities.ts'
import { ArchiveDialog } from '../features/archive/archive-dialog.tsx'
import { DeletionNote } from '../features/orma-form/deletion-note.tsx'

/** Warns an Orma's owner of its deletion, with the download of all photos. */
export function DeletionWarning({ event }: { event: Event }) {
  const [isSaving, setIsSaving] = useState(false)
  return (
    <>
      <DeletionNote event={event} onDownload={() => setIsSaving(true)} />
      <ArchiveDialog
        event_hash={event.event_hash}
        whose="all"
        open={isSaving}
        onClose={() => setIsSaving(false)}
      />
    </>
  )
}
