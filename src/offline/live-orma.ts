import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../contract/entities.ts'
import { announceFinished, announceUploads } from '../uploads/announce.ts'
import { endPoll } from '../uploads/end-poll.ts'
import type { PostNews } from '../uploads/end-poll.ts'
import { followLive } from './follow-live.ts'
import { askForOlder, createNews } from './live-news.ts'
import { setLive } from './live-state.ts'
import { allOutboxes } from './page-outboxes.ts'

export interface Viewer {
  /** Undefined where nobody is signed in. */
  userId: number | undefined
  token: string | undefined
}

/** Keeps what this page shows of an Orma as it is on the server, within a second, for as long as it is looked at. Gives what ends that. */
export function followOrma(
  queryClient: QueryClient,
  event_hash: string,
  { userId, token }: Viewer,
): () => void {
  const news = createNews(queryClient, event_hash)
  const stop = followLive({
    event_hash,
    token,
    onOpen: (isResumed) => {
      setLive(event_hash)
      if (!isResumed) askForOlder(queryClient, event_hash)
    },
    onMessage: (message) => {
      news.take(message)
      if (message.type === 'POST_CHANGED' && message.post.User.id === userId) {
        void endOwn(message.post)
      }
      if (message.type === 'POST_REMOVED') {
        void endPolls({ event_hash, id: message.post_id, status: 'GONE' })
      }
    },
    onClose: () => setLive(undefined),
  })
  return () => {
    stop()
    news.stop()
  }
}

/** One's own photo has its end state: nobody needs to ask for it any more. */
async function endOwn(post: Post): Promise<void> {
  if (post.status === 'READYFORPROCESSING') return
  await endPolls(post)
  announceFinished(post)
}

async function endPolls(news: PostNews): Promise<void> {
  for (const outbox of allOutboxes()) {
    // With the device's storage in trouble the poll goes on by itself.
    const isEnded = await endPoll(outbox, news).catch(() => false)
    if (isEnded) announceUploads()
  }
}
