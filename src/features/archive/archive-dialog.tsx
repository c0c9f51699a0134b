import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../../contract/endpoint.ts'
import { api } from '../../../contract/api.ts'
import { ARCHIVE_BEGIN_MS, ARCHIVE_POLL_MS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { isSilence } from '../../api/contact.ts'
import { apiOrigin } from '../../api/api-host.ts'
import { call } from '../../api/call.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { useSession } from '../../session/use-session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { byteText } from '../../ui/byte-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressRing } from '../../ui/progress-ring.tsx'

type Archive = Answer<typeof api.askForArchive>

/** An address that is asked for anew in time can always be pressed. */
const RENEW_MS = ARCHIVE_BEGIN_MS / 2

export interface ArchiveDialogProps {
  event_hash: string
  /** All photos of the Orma, for its owner, or one's own. */
  whose: 'all' | 'own'
  open: boolean
  onClose: () => void
}

/** Says how many photos and bytes there are to download, and gives the link by which the browser saves them as a file. */
export function ArchiveDialog({ event_hash, whose, open, onClose }: ArchiveDialogProps) {
  const archive = useArchive(event_hash, whose, open)
  const [isBegun, setIsBegun] = useState(false)
  const noContact = useNoContact()
  const isOffline = noContact !== undefined || isSilence(archive.error)
  const queryClient = useQueryClient()
  const close = () => {
    setIsBegun(false)
    // Opened again later, its address may be over.
    queryClient.removeQueries({ queryKey: keyOf(event_hash, whose) })
    onClose()
  }
  const href = archive.data?.address && new URL(archive.data.address, apiOrigin).href
  return (
    <Dialog
      open={open}
      onClose={close}
      title={whose === 'all' ? texts.archive.title : texts.archive.ownTitle}
      closeLabel={texts.common.close}
      actions={
        isOffline || archive.isError ? (
          <Button busy={archive.isFetching} onClick={() => void archive.refetch()}>
            {texts.common.retry}
          </Button>
        ) : (
          href && (
            // Saved by the browser itself: what a page fetches has to fit into its memory.
            <a
              href={href}
              download
              className={buttonClass('filled')}
              onClick={() => setIsBegun(true)}
            >
              {texts.archive.start}
            </a>
          )
        )
      }
    >
      {isOffline ? (
        <p role="status">{texts.archive.noConnection}</p>
      ) : archive.error ? (
        <p role="alert">{archive.error.message}</p>
      ) : (
        <Words archive={archive.data} whose={whose} isBegun={isBegun} />
      )}
    </Dialog>
  )
}

function keyOf(event_hash: string, whose: ArchiveDialogProps['whose']) {
  return ['archive', event_hash, whose]
}

function useArchive(event_hash: string, whose: ArchiveDialogProps['whose'], isAsked: boolean) {
  const { token } = useSession()
  const endpoint = whose === 'all' ? api.askForArchive : api.askForOwnArchive
  return useQuery({
    queryKey: keyOf(event_hash, whose),
    queryFn: ({ signal }) => call(endpoint, { params: { event_hash }, token, signal }),
    enabled: isAsked,
    refetchInterval: ({ state: { data } }) =>
      data && data.percent < 100 ? ARCHIVE_POLL_MS : RENEW_MS,
    gcTime: 0,
    retry: false,
  })
}

interface WordsProps {
  archive: Archive | undefined
  whose: ArchiveDialogProps['whose']
  isBegun: boolean
}

function Words({ archive, whose, isBegun }: WordsProps) {
  if (!archive || archive.percent < 100) {
    const percent = archive?.percent ?? 0
    return (
      <p role="status" className="row">
        <ProgressRing value={percent / 100} size={36} />
        {texts.archive.sizing(percent)}
      </p>
    )
  }
  if (archive.bytes === null) {
    return <p role="status">{whose === 'all' ? texts.archive.empty : texts.ownPhotos.empty}</p>
  }
  return (
    <>
      <p role="status">{texts.archive.offer(archive.photos, byteText(archive.bytes))}</p>
      <p>{isBegun ? texts.archive.begun : texts.archive.what}</p>
    </>
  )
}
