import { useEffect, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { persistStorage } from '../../outbox/page/persist-storage.ts'
import { sizeOfWhole } from '../../download/download-orma.ts'
import {
  downloadOf,
  lookAtDownload,
  pauseDownload,
  startDownload,
  removeDownload,
  subscribeToDownloads,
} from '../../download/downloads.ts'
import type { Download } from '../../download/downloads.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { byteText } from '../../ui/byte-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressRing } from '../../ui/progress-ring.tsx'

export interface DownloadDialogProps {
  event: Pick<Event, 'event_hash' | 'postCount'>
  open: boolean
  onClose: () => void
}

/** Downloads an Orma: says how large it is first, then how it goes; can be paused and removed again. */
export function DownloadDialog({ event, open, onClose }: DownloadDialogProps) {
  const { event_hash } = event
  const { token } = useSession()
  const download = useSyncExternalStore(subscribeToDownloads, () => downloadOf(event_hash))
  useEffect(() => {
    if (open) void lookAtDownload(event_hash)
  }, [open, event_hash])
  const isOffered = download.state === 'none'
  const size = useSize(event, open && isOffered)
  const noContact = useNoContact()
  const isStuck = isOffered && size.data === undefined && (size.isError || noContact !== undefined)
  const start = () => {
    void persistStorage().catch(() => undefined)
    void startDownload(event_hash, token)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.download.title}
      closeLabel={texts.common.close}
      actions={
        isStuck ? (
          <Button busy={size.isFetching} onClick={() => void size.refetch()}>
            {texts.common.retry}
          </Button>
        ) : (
          <Actions download={download} event_hash={event_hash} onStart={start} />
        )
      }
    >
      {isOffered ? (
        <Offer photos={event.postCount} bytes={size.data} isStuck={isStuck} />
      ) : (
        <Progress download={download} />
      )}
    </Dialog>
  )
}

/** How many bytes the Orma takes; asked for again when the network is back. */
function useSize({ event_hash, postCount }: DownloadDialogProps['event'], isAsked: boolean) {
  const { token } = useSession()
  return useQuery({
    queryKey: ['size', event_hash, postCount],
    queryFn: ({ signal }) => sizeOfWhole({ event_hash, token, signal }, postCount),
    enabled: isAsked,
    retry: false,
  })
}

interface OfferProps {
  photos: number
  bytes: number | undefined
  isStuck: boolean
}

function Offer({ photos, bytes, isStuck }: OfferProps) {
  return (
    <p role="status">
      {bytes !== undefined
        ? texts.download.offer(photos, byteText(bytes))
        : isStuck
          ? texts.download.noConnection
          : texts.download.sizing}
    </p>
  )
}

/** States in which this page knows how many photos are cached. */
const COUNTED = new Set<Download['state']>(['running', 'paused', 'failed'])

function Progress({ download: { state, done, all } }: { download: Download }) {
  return (
    <p role="status" className="row">
      {state === 'running' && <ProgressRing value={done / Math.max(all, 1)} size={36} />}
      {state === 'done' && texts.download.done}
      {state === 'failed' && `${texts.download.failed} `}
      {state === 'partial' && texts.download.partial}
      {COUNTED.has(state) && all > 0 && texts.download.progress(done, all)}
      {COUNTED.has(state) &&
        all === 0 &&
        (state === 'running' ? texts.download.sizing : texts.download.partial)}
    </p>
  )
}

interface ActionsProps {
  download: Download
  event_hash: string
  onStart: () => void
}

function Actions({ download: { state }, event_hash, onStart }: ActionsProps) {
  if (state === 'unknown') return null
  if (state === 'running') {
    return <Button onClick={() => pauseDownload(event_hash)}>{texts.download.pause}</Button>
  }
  const begin = state === 'none' ? texts.download.start : texts.download.goOn
  return (
    <>
      {state !== 'none' && (
        <Button onClick={() => void removeDownload(event_hash)}>{texts.download.letGo}</Button>
      )}
      {state !== 'done' && (
        <Button kind="filled" onClick={onStart}>
          {begin}
        </Button>
      )}
    </>
  )
}
