import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Answer } from '../../../contract/endpoint.ts'
import { api } from '../../../contract/api.ts'
import { ARCHIVE_BEGIN_MS, ARCHIVE_POLL_MS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { isSilence } from '../../api/contact.ts'
import { apiOrigin } from '../../api/api-host.ts'
import { call } from '../../api/call.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { byteText } from '../../ui/notices/byte-text.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { isIosApp } from '../../ui/layout/ios-app.ts'
import { ProgressRing } from '../../ui/notices/progress-ring.tsx'
import { failureText, SaveArchive } from './save-archive.tsx'

type Archive = Answer<typeof api.askForArchive>

/** An address that is asked for anew in time can always be pressed. */
const RENEW_MS = ARCHIVE_BEGIN_MS / 2

interface ArchiveDialogProps {
  event_hash: string
  /** All photos of the Orma, for its owner, or one's own. */
  whose: 'all' | 'own'
  /** Whether videos may be among them. */
  hasVideos: boolean
  open: boolean
  onClose: () => void
}

/** Says how many photos and bytes there are to download, and gives the link by which the browser saves them as a file. */
export function ArchiveDialog({ event_hash, whose, hasVideos, open, onClose }: ArchiveDialogProps) {
  const [isBegun, setIsBegun] = useState(false)
  /** Why a download did not begin. */
  const [failure, setFailure] = useState<string>()
  // A download that has begun may take the whole line, and its address holds for a day.
  const archive = useArchive(event_hash, whose, open && !isBegun)
  const noContact = useNoContact()
  const problem = isBegun ? undefined : (problemOf(archive, noContact) ?? failure)
  const queryClient = useQueryClient()
  const close = () => {
    setIsBegun(false)
    setFailure(undefined)
    // Opened again later, its address may be over.
    queryClient.removeQueries({ queryKey: keyOf(event_hash, whose) })
    onClose()
  }
  const retry = () => {
    setFailure(undefined)
    void archive.refetch()
  }
  const title = whose === 'all' ? texts.archive.title : texts.archive.ownTitle
  const href = archive.data?.address && new URL(archive.data.address, apiOrigin).href
  return (
    <Dialog
      open={open}
      onClose={close}
      title={texts.withVideos(hasVideos, title)}
      closeLabel={texts.common.close}
      actions={
        problem ? (
          <Button busy={archive.isFetching} onClick={retry}>
            {texts.common.retry}
          </Button>
        ) : (
          href && (
            <SaveArchive
              event_hash={event_hash}
              href={href}
              onBegun={() => setIsBegun(true)}
              onFailed={setFailure}
            />
          )
        )
      }
    >
      {problem ? (
        <p role="alert">{problem}</p>
      ) : (
        <Words archive={archive.data} whose={whose} isBegun={isBegun} hasVideos={hasVideos} />
      )}
    </Dialog>
  )
}

/** Why there is nothing to download; a silence counts only as long as there is no answer to show. */
function problemOf(
  { data, error }: Pick<UseQueryResult<Archive>, 'data' | 'error'>,
  noContact: ReturnType<typeof useNoContact>,
): string | undefined {
  if (noContact === 'offline') return texts.archive.noConnection
  if (error && !(data && isSilence(error))) return failureText(error)
  return !data && noContact ? texts.archive.noConnection : undefined
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
  hasVideos: boolean
}

function Words({ archive, whose, isBegun, hasVideos }: WordsProps) {
  const { begun, what } = texts.archive
  const isSizing = !archive || archive.percent < 100
  const percent = archive?.percent ?? 0
  const isFull = !isSizing && archive.bytes !== null
  return (
    <>
      {isSizing && (
        <p className="row">
          <ProgressRing value={percent / 100} size={36} />
          {texts.archive.percent(percent)}
        </p>
      )}
      {/* Stays, so that each of its texts is announced when it comes. */}
      <p role="status">{isSizing ? texts.archive.sizing : sizeText(archive, whose, hasVideos)}</p>
      {isFull && <p>{isBegun ? begun : texts.withVideos(hasVideos, what)}</p>}
      {isFull && isIosApp() && <p>{texts.archive.appCannot}</p>}
    </>
  )
}

function sizeText(
  { photos, bytes }: Archive,
  whose: ArchiveDialogProps['whose'],
  hasVideos: boolean,
): string {
  if (bytes !== null) return texts.archive.offer(photos, byteText(bytes), hasVideos)
  return texts.withVideos(hasVideos, whose === 'all' ? texts.archive.empty : texts.ownPhotos.empty)
}
