import { useEffect, useSyncExternalStore } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { persistStorage } from '../../outbox/page/page-outboxes.ts'
import { sizeOfOrma } from '../../download/download-orma.ts'
import { countVideos } from '../../download/download-videos.ts'
import {
  downloadOf,
  lookAtDownload,
  pauseDownload,
  startDownload,
  removeDownload,
  subscribeToDownloads,
} from '../../download/downloads.ts'
import type { Download } from '../../download/downloads.ts'
import { askForOrma } from '../../live/renew-lists.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { byteText } from '../../ui/notices/byte-text.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ProgressRing } from '../../ui/notices/progress-ring.tsx'
import { offerText } from './offer-text.ts'

/** How often what has come is counted while more comes. */
const COUNT_EVERY_MS = 2_000

interface DownloadDialogProps {
  event: Pick<Event, 'event_hash' | 'postCount'>
  open: boolean
  onClose: () => void
}

/** Downloads an Orma: says how large it is first, then how it goes; can be paused and removed again. */
export function DownloadDialog({ event, open, onClose }: DownloadDialogProps) {
  const { event_hash } = event
  const { token } = useSession()
  const queryClient = useQueryClient()
  const download = useSyncExternalStore(subscribeToDownloads, () => downloadOf(event_hash))
  useEffect(() => {
    if (!open) return
    void lookAtDownload(event_hash)
    // No news tell how many photos there are by now.
    askForOrma(queryClient, event_hash)
  }, [open, event_hash, queryClient])
  const isOffered = download.state === 'none'
  const size = useSizeOfOrma(event_hash, open && isOffered)
  const noContact = useNoContact()
  const isStuck = isOffered && size.data === undefined && (size.isError || noContact !== undefined)
  const { noConnection, sizing } = texts.download
  const unknown = isStuck ? noConnection : sizing
  const offered = size.data ? offerText(event.postCount, size.data) : unknown
  const videos = useVideosHere(event_hash, download.state, open)
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
      {/* Stays, so that each of its texts is announced when it comes. */}
      <p role="status">{isOffered ? offered : stateText(download, videos)}</p>
      <Progress download={download} hasVideos={videos !== undefined} />
      {!isOffered && videos && (
        <p>{texts.video.here(videos.here, videos.all, byteText(videos.bytes))}</p>
      )}
    </Dialog>
  )
}

/** What it would take; asked for again when the network is back. */
function useSizeOfOrma(event_hash: string, isAsked: boolean) {
  const { token } = useSession()
  return useQuery({
    queryKey: ['size', event_hash],
    queryFn: ({ signal }) => sizeOfOrma({ event_hash, token, signal }),
    enabled: isAsked,
    retry: false,
  })
}

/** States in which this page knows how many photos are cached. */
const COUNTED = new Set<Download['state']>(['running', 'paused', 'failed'])

/** The state in words; '' where the count says enough. */
function stateText({ state, all }: Download, videos: VideosHere | undefined): string {
  const lacksVideos = videos !== undefined && videos.here < videos.all
  if (state === 'done') return lacksVideos ? texts.download.doneButVideos : texts.download.done
  if (state === 'running') return all > 0 ? '' : texts.download.sizing
  const isPartial = state === 'partial' || (COUNTED.has(state) && all === 0)
  return [state === 'failed' && texts.download.failed, isPartial && texts.download.partial]
    .filter(Boolean)
    .join(' ')
}

interface ProgressProps {
  download: Download
  hasVideos: boolean
}

/** How many photos are cached. Not in the status, where each would be announced. */
function Progress({ download: { state, done, all }, hasVideos }: ProgressProps) {
  if (!COUNTED.has(state) || all === 0) return null
  return (
    <p className="row">
      {state === 'running' && <ProgressRing value={done / all} size={36} />}
      {texts.download.progress(done, hasVideos ? { posts: all } : all)}
    </p>
  )
}

type VideosHere = Awaited<ReturnType<typeof countVideos>>

/** How many of its videos are cached; undefined where it has none, as far as this device knows. */
function useVideosHere(
  event_hash: string,
  state: Download['state'],
  isAsked: boolean,
): VideosHere | undefined {
  const { data } = useQuery({
    queryKey: ['videos here', event_hash, state],
    queryFn: () => countVideos(event_hash),
    enabled: isAsked && state !== 'none' && state !== 'unknown',
    networkMode: 'always',
    refetchInterval: state === 'running' && COUNT_EVERY_MS,
  })
  return data?.all ? data : undefined
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
