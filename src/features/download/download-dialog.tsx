import { useEffect, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { keepStorage } from '../../outbox/page/persist-storage.ts'
import { sizeOfWhole } from '../../download/download-orma.ts'
import {
  keepingOf,
  lookAtKeeping,
  pauseKeeping,
  startKeeping,
  stopKeeping,
  subscribeToKeeping,
} from '../../download/downloads.ts'
import type { Keeping } from '../../download/downloads.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { byteText } from '../../ui/byte-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressRing } from '../../ui/progress-ring.tsx'

export interface KeepDialogProps {
  event: Pick<Event, 'event_hash' | 'postCount'>
  open: boolean
  onClose: () => void
}

/** Keeps all of an Orma on this device: says how large it is first, and how it goes; can be paused and taken back. */
export function KeepDialog({ event, open, onClose }: KeepDialogProps) {
  const { event_hash } = event
  const { token } = useSession()
  const keeping = useSyncExternalStore(subscribeToKeeping, () => keepingOf(event_hash))
  useEffect(() => {
    if (open) void lookAtKeeping(event_hash)
  }, [open, event_hash])
  const isOffered = keeping.state === 'none'
  const size = useSize(event, open && isOffered)
  const noContact = useNoContact()
  const isStuck = isOffered && size.data === undefined && (size.isError || noContact !== undefined)
  const start = () => {
    void keepStorage().catch(() => undefined)
    void startKeeping(event_hash, token)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.keep.title}
      closeLabel={texts.common.close}
      actions={
        isStuck ? (
          <Button busy={size.isFetching} onClick={() => void size.refetch()}>
            {texts.common.retry}
          </Button>
        ) : (
          <Actions keeping={keeping} event_hash={event_hash} onStart={start} />
        )
      }
    >
      {isOffered ? (
        <Offer photos={event.postCount} bytes={size.data} isStuck={isStuck} />
      ) : (
        <Progress keeping={keeping} />
      )}
    </Dialog>
  )
}

/** How large the Orma is; asked for again by itself when the network is back. */
function useSize({ event_hash, postCount }: KeepDialogProps['event'], isAsked: boolean) {
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
        ? texts.keep.offer(photos, byteText(bytes))
        : isStuck
          ? texts.keep.noConnection
          : texts.keep.sizing}
    </p>
  )
}

/** States in which this page knows how much is here. */
const COUNTED = new Set<Keeping['state']>(['running', 'paused', 'failed'])

function Progress({ keeping: { state, done, all } }: { keeping: Keeping }) {
  return (
    <p role="status" className="row">
      {state === 'running' && <ProgressRing value={done / Math.max(all, 1)} size={36} />}
      {state === 'done' && texts.keep.done}
      {state === 'failed' && `${texts.keep.failed} `}
      {state === 'partial' && texts.keep.partial}
      {COUNTED.has(state) && all > 0 && texts.keep.progress(done, all)}
      {COUNTED.has(state) &&
        all === 0 &&
        (state === 'running' ? texts.keep.sizing : texts.keep.partial)}
    </p>
  )
}

interface ActionsProps {
  keeping: Keeping
  event_hash: string
  onStart: () => void
}

function Actions({ keeping: { state }, event_hash, onStart }: ActionsProps) {
  if (state === 'unknown') return null
  if (state === 'running') {
    return <Button onClick={() => pauseKeeping(event_hash)}>{texts.keep.pause}</Button>
  }
  const begin = state === 'none' ? texts.keep.start : texts.keep.goOn
  return (
    <>
      {state !== 'none' && (
        <Button onClick={() => void stopKeeping(event_hash)}>{texts.keep.letGo}</Button>
      )}
      {state !== 'done' && (
        <Button kind="filled" onClick={onStart}>
          {begin}
        </Button>
      )}
    </>
  )
}
