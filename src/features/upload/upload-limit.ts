import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { UPLOADS_IN_PROCESSING_MAX } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { currentUploads } from '../../outbox/page/upload-store.ts'
import { summarize } from '../../outbox/page/use-uploads.ts'
import type { Uploads } from '../../outbox/page/use-uploads.ts'
import { USER_KEY } from '../../session/session-query.ts'
import { useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/dialogs/alerts.tsx'

/**
 * Returns the click handler of a file input: at each press the server is asked whether it takes more photos of this user, and an
 * alert says where it does not. The picker does not wait for the answer: some browsers open none later than the press.
 */
export function useAskLimit(event_hash: string): () => void {
  const queryClient = useQueryClient()
  const { token } = useSession()
  return () => {
    // Of a guest the server knows nothing.
    if (token === undefined) return
    const tell = (limit: AskedLimit) => {
      queryClient.setQueryData(limitQuery(event_hash, token).queryKey, limit)
      if (limit.limitReached) showAlert(texts.upload.limitReached)
    }
    // Where it is silent, it says so of the photos.
    askLimit(event_hash, token).then(tell, () => undefined)
  }
}

/** What is known of how many photos the server still takes of this user. */
export interface UploadRoom {
  /** How many more may be chosen; Infinity where no limit is known. */
  room: number
  /** More are on their way than the server takes in at a time. */
  isCrowded: boolean
}

/** Asks the server as the screen is opened, where that is wanted, and counts on with what has been chosen and sent since. */
export function useUploadRoom(event_hash: string, uploads: Uploads, isWanted: boolean): UploadRoom {
  const { token = '' } = useSession()
  const { data } = useQuery({
    ...limitQuery(event_hash, token),
    enabled: isWanted && token !== '' && uploads.isLoaded,
  })
  return roomOf(data, uploads)
}

/** `uploads`: those of now. What the server had got by the time of its answer is in its count. */
export function roomOf(
  asked: Pick<AskedLimit, 'used' | 'limit' | 'processing' | 'safe'> | undefined,
  { counts, left, safe }: Pick<Uploads, 'counts' | 'left' | 'safe'>,
): UploadRoom {
  if (!asked) return { room: Infinity, isCrowded: false }
  const coming = counts.draft + left
  const sent = Math.max(0, safe - asked.safe)
  const room = (asked.limit ?? Infinity) - asked.used - sent - coming
  const processing = Math.max(asked.processing, counts.processing)
  return {
    room: Math.max(0, room),
    isCrowded: processing + coming > UPLOADS_IN_PROCESSING_MAX,
  }
}

type AskedLimit = Awaited<ReturnType<typeof askLimit>>

function limitQuery(event_hash: string, token: string) {
  return queryOptions({
    queryKey: [USER_KEY, 'upload-limit', event_hash, token],
    queryFn: () => askLimit(event_hash, token),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
}

async function askLimit(event_hash: string, token: string) {
  const { safe } = summarize(currentUploads().photos.filter((it) => it.eventHash === event_hash))
  const params = { event_hash }
  return { ...(await call(api.checkLimit, { params, query: { event_hash }, token })), safe }
}
